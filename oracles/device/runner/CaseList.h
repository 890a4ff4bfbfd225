// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cases of several bundles, one after the other.
#ifndef FATHOM_ORACLES_DEVICE_RUNNER_CASELIST_H
#define FATHOM_ORACLES_DEVICE_RUNNER_CASELIST_H

#include "oracles/device/Bundle.h"

namespace fathom {

class CaseList {
public:
  void add(std::unique_ptr<Bundle> bundle) {
    for (size_t i = 0; i < bundle->size(); ++i)
      cases.push_back({bundle.get(), i});
    bundles.push_back(std::move(bundle));
  }
  /// Drops the cases whose names do not contain the text.
  void keepOnly(const std::string &text) {
    std::erase_if(cases, [&](const Place &place) {
      return place.bundle->at(place.index).name.find(text) == std::string::npos;
    });
  }
  size_t size() const { return cases.size(); }
  KernelCase at(size_t index) const { return cases[index].bundle->at(cases[index].index); }

private:
  struct Place {
    const Bundle *bundle;
    size_t index;
  };
  std::vector<std::unique_ptr<Bundle>> bundles;
  std::vector<Place> cases;
};

} // namespace fathom

#endif
