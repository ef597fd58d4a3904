// SPDX-License-Identifier: Apache-2.0
#include "operations/verify.hpp"

#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/printable.hpp"
#include "base/quantity.hpp"
#include "base/threads.hpp"
#include "cli/command.hpp"
#include "cli/console.hpp"
#include "cli/progress_view.hpp"

namespace tfrec::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string problem_line(const VerifiedFile& file, const FileProblem& problem) {
  const std::string path = printable(file.path) + ": ";
  if (problem.kind == "name") return path + problem.message + "\n";
  return path + "record " + std::to_string(problem.record) + " at byte " + std::to_string(problem.offset) +
         " (+" + std::to_string(problem.length) + "): " + problem.message + "\n";
}

std::string summary_line(const VerifyResult& result) {
  const std::string shards = counted(result.files.size(), "shard", "shards");
  const std::string held =
      counted(result.records, "intact record", "intact records") + ", " + format_bytes(result.bytes);
  if (result.ok) return "ok: " + shards + ", " + held + "\n";
  std::uint64_t problems = result.problems.size();
  for (const VerifiedFile& file : result.files) problems += file.problems.size();
  const auto bad = static_cast<std::uint64_t>(std::count_if(
      result.files.begin(), result.files.end(), [](const VerifiedFile& file) { return !file.ok; }));
  return "bad: " + counted(problems, "problem", "problems") + ", " + format_count(bad) + " of " + shards +
         "; " + held + "\n";
}

std::string verify_text(const VerifyResult& result) {
  std::string text;
  for (const VerifiedFile& file : result.files) {
    for (const FileProblem& problem : file.problems) text += problem_line(file, problem);
  }
  for (const SetProblem& problem : result.problems)
    text += printable(problem.path) + ": " + problem.message + "\n";
  return text + summary_line(result);
}

Json file_json(const VerifiedFile& file) {
  Json problems = Json::array();
  for (const FileProblem& problem : file.problems) {
    problems.push_back({{"kind", problem.kind},
                        {"record", problem.record},
                        {"offset", problem.offset},
                        {"length", problem.length},
                        {"message", problem.message}});
  }
  return {{"path", file.path},
          {"records", file.records},
          {"bytes", file.bytes},
          {"ok", file.ok},
          {"content", to_string(file.content)},
          {"problems", std::move(problems)}};
}

std::string verify_json(const VerifyResult& result) {
  Json json{{"ok", result.ok},
            {"records", result.records},
            {"files", Json::array()},
            {"problems", Json::array()},
            {"notes", result.notes}};
  for (const VerifiedFile& file : result.files) json["files"].push_back(file_json(file));
  for (const SetProblem& problem : result.problems) {
    json["problems"].push_back(
        {{"kind", problem.kind}, {"path", problem.path}, {"message", problem.message}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

Run setup_verify(CLI::App& app) {
  auto options = std::make_shared<VerifyOptions>();
  app.add_option("PATH", options->paths, "Shards, folders of shards or quoted globs")->required();
  app.add_flag("--framing-only", options->framing_only,
               "Check lengths and checksums, not what the records hold");
  return [options](Console& console) {
    options->threads = console.options().threads != 0 ? console.options().threads : usable_cores();
    ProgressView view(console);
    const VerifyResult result = verify(*options, view);
    console.result(console.options().json ? verify_json(result) : verify_text(result));
    for (const std::string& note : result.notes) console.note(note);
    return result.ok ? ExitCode::good : ExitCode::bad_data;
  };
}

}  // namespace tfrec::cli
