// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts triton_worker.py and speaks its protocol, trusting nothing that comes back.
#include "oracles/subject/TritonWorker.h"
#include "SourceDir.h"

#include "llvm/Support/Endian.h"

#include <sys/wait.h>

using namespace fathom;
using namespace llvm;

static constexpr uint32_t LongestHeader = 1 << 20, LongestPayload = 1u << 30;
static constexpr double SecondsToStart = 60, SecondsOfGrace = 15;

static std::string script(StringRef name) {
  return std::string(FATHOM_SOURCE_DIR) + "/oracles/subject/" + name.str();
}

static std::string describeStatus(int status) {
  if (WIFSIGNALED(status))
    return "died of " + signalName(WTERMSIG(status));
  return formatv("left with exit code {0}", WEXITSTATUS(status)).str();
}

Expected<json::Value> fathom::askWheels(std::vector<std::string> arguments) {
  const char *chosen = ::getenv("FATHOM_PYTHON");
  std::string python = chosen && *chosen ? chosen : "python3";
  Expected<Descriptor> answer = makeMemoryFile("answer");
  if (!answer)
    return answer.takeError();
  // What fetching says (progress, warnings) goes to our stderr.
  ChildProcess::Start start{
      python, {script("triton_wheels.py")}, quietEnvironment(), {{1, answer->get()}, {2, 2}}};
  for (const char *name :
       {"PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_CONFIG_FILE", "PIP_CERT", "PIP_PROXY",
        "PIP_NO_INDEX", "PIP_FIND_LINKS", "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY",
        "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"})
    if (const char *value = ::getenv(name))
      start.environment.push_back(std::string(name) + "=" + value);
  start.arguments.insert(start.arguments.end(), arguments.begin(), arguments.end());
  Expected<ChildProcess> finder = ChildProcess::start(start);
  if (!finder)
    return joinErrors(
        finder.takeError(),
        createStringError("Triton's releases need Python 3.9 or later: install it, or "
                          "set FATHOM_PYTHON to an interpreter"));
  std::optional<int> status = finder->wait(deadlineIn(1800));
  std::string text = memoryFileContents(*answer, 1 << 16);
  Expected<json::Value> parsed = json::parse(json::fixUTF8(text));
  const json::Object *object = parsed ? parsed->getAsObject() : nullptr;
  if (!object) {
    consumeError(parsed.takeError());
    return createStringError(
        formatv("{0} did not answer triton_wheels.py {1} ({2}): {3}", python, join(arguments, " "),
                status ? describeStatus(*status) : std::string("it hung"), text));
  }
  if (std::optional<StringRef> error = object->getString("error"))
    return createStringError(error->str());
  return std::move(*parsed);
}

Expected<TritonInstall> fathom::findTriton(StringRef versionOrPath) {
  Expected<json::Value> answer = askWheels({"find", versionOrPath.str()});
  if (!answer)
    return answer.takeError();
  const json::Object &found = *answer->getAsObject();
  return TritonInstall{found.getString("python").value_or("").str(),
                       found.getString("folder").value_or("").str()};
}

Expected<TritonWorker> TritonWorker::start(const TritonInstall &install) {
  TritonWorker worker;
  Expected<Channel> channel = makeChannel();
  if (!channel)
    return channel.takeError();
  Expected<Descriptor> said = makeMemoryFile("worker-says");
  if (!said)
    return said.takeError();
  ChildProcess::Start start{
      install.python,
      {script("triton_worker.py"), install.folder},
      quietEnvironment(),
      {{1, said->get()}, {2, said->get()}, {3, channel->theirs.get()}, {4, channel->theirs.get()}}};
  // Each run of one release behaves as the last one did; and 3.9.0 warns when fusion is left to its
  // default.
  start.environment.push_back("PYTHONHASHSEED=0");
  start.environment.push_back("TRITON_DEFAULT_FP_FUSION=1");
  Expected<ChildProcess> process = ChildProcess::start(start);
  if (!process)
    return process.takeError();
  worker.process = std::move(*process);
  worker.channel = std::move(channel->ours);
  worker.said = std::move(*said);
  channel->theirs.reset();

  Frame first;
  std::string wrong = worker.read(first, deadlineIn(SecondsToStart));
  const json::Object *header = first.header.getAsObject();
  const json::Object *ready = header ? header->getObject("ready") : nullptr;
  if (!ready) {
    if (header && header->getString("failed"))
      wrong = header->getString("failed")->str();
    wrong = worker.giveUp(wrong);
    return createStringError(formatv("the Triton in {0} does not start with {1}: {2}",
                                     install.folder, install.python, wrong));
  }
  worker.release = ready->getString("version").value_or("").str();
  return worker;
}

std::string TritonWorker::read(Frame &frame, Deadline deadline) {
  auto problem = [](Transfer transfer) -> std::string {
    return transfer == Transfer::TimedOut ? "the worker hangs"
                                          : "the worker left without an answer";
  };
  std::string bytes;
  if (Transfer got = readExactly(channel, 8, bytes, deadline); got != Transfer::Done)
    return problem(got);
  uint32_t headerSize = support::endian::read32le(bytes.data());
  uint32_t payloadSize = support::endian::read32le(bytes.data() + 4);
  if (headerSize > LongestHeader || payloadSize > LongestPayload)
    return "the worker's answer is garbage";
  std::string header;
  for (auto [size, text] : {std::pair{headerSize, &header}, std::pair{payloadSize, &frame.payload}})
    if (Transfer got = readExactly(channel, size, *text, deadline); got != Transfer::Done)
      return problem(got);
  Expected<json::Value> parsed = json::parse(header);
  if (!parsed) {
    consumeError(parsed.takeError());
    return "the worker's answer is garbage";
  }
  frame.header = std::move(*parsed);
  return "";
}

std::string TritonWorker::giveUp(std::string why) {
  // If it is leaving by itself, how it left is worth knowing.
  std::optional<int> status = process.wait(deadlineIn(0.2));
  if (status)
    why += " (it " + describeStatus(*status) + ")";
  process.kill();
  std::string text = memoryFileContents(said, 1 << 14);
  channel.reset();
  said.reset();
  return text.empty() ? why : why + "; it said:\n" + text;
}

WorkerAnswer TritonWorker::ask(const json::Object &job, StringRef program, double seconds) {
  WorkerAnswer answer;
  std::string header, frame;
  raw_string_ostream(header) << json::Value(json::Object(job));
  frame.resize(8);
  support::endian::write32le(frame.data(), header.size());
  support::endian::write32le(frame.data() + 4, program.size());
  frame += header;
  frame += program;
  Deadline deadline = deadlineIn(seconds * Patience + SecondsOfGrace);
  Frame reply;
  if (Transfer sent = writeAll(channel, frame, deadline); sent != Transfer::Done)
    answer.lost = giveUp("the worker takes no job");
  else if (std::string wrong = read(reply, deadline); !wrong.empty())
    answer.lost = giveUp(wrong);
  if (!answer.lost.empty())
    return answer;

  const json::Object *facts = reply.header.getAsObject();
  std::optional<int64_t> status, records, log;
  if (facts) {
    status = facts->getInteger("status");
    records = facts->getInteger("records");
    log = facts->getInteger("log");
  }
  if (!status || !records || !log || *records < 0 || *log < 0 ||
      static_cast<uint64_t>(*records) + static_cast<uint64_t>(*log) != reply.payload.size()) {
    answer.lost = giveUp("the worker's answer is garbage");
    return answer;
  }
  answer.status = *status;
  answer.timedOut = facts->getBoolean("timeout").value_or(false);
  answer.seconds = facts->getNumber("seconds").value_or(0);
  answer.log = reply.payload.substr(*records);
  reply.payload.resize(*records);
  answer.records = std::move(reply.payload);
  return answer;
}
