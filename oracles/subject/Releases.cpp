// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists the Triton releases in the cache.
#include "oracles/subject/Releases.h"

#include "oracles/subject/TritonWorker.h"

using namespace llvm;

namespace fathom {

Expected<std::vector<std::string>> cachedReleases() {
  Expected<json::Value> answer = askWheels({"cached"});
  if (!answer)
    return answer.takeError();
  std::vector<std::string> releases;
  if (const json::Array *listed = answer->getAsObject()->getArray("releases"))
    for (const json::Value &release : *listed)
      releases.push_back(release.getAsString().value_or("").str());
  return releases;
}

} // namespace fathom
