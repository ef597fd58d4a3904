// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/verify_text.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"

namespace tfrec::cli {

namespace {

using Json = nlohmann::ordered_json;

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

Json file_json(const VerifiedFile& file) {
  Json problems = Json::array();
  for (const FileProblem& problem : file.problems) {
    problems.push_back({{"kind", problem.kind},
                        {"record", problem.record},
                        {"offset", problem.offset},
                        {"length", problem.length},
                        {"message", problem.message}});
    if (problem.feature) problems.back()["feature"] = *problem.feature;
  }
  return {{"path", file.path},
          {"records", file.records},
          {"bytes", file.bytes},
          {"ok", file.ok},
          {"content", to_string(file.content)},
          {"problems", std::move(problems)}};
}

}  // namespace

std::string problem_line(const VerifiedFile& file, const FileProblem& problem) {
  const std::string path = printable(file.path) + ": ";
  if (problem.kind == "name") return path + problem.message;
  return path + "record " + std::to_string(problem.record) + " at byte " + std::to_string(problem.offset) +
         " (+" + std::to_string(problem.length) + "): " + problem.message;
}

std::string problem_line(const SetProblem& problem) {
  return printable(problem.path) + ": " + problem.message;
}

std::string verify_text(const VerifyResult& result) {
  std::string text;
  for (const VerifiedFile& file : result.files) {
    for (const FileProblem& problem : file.problems) text += problem_line(file, problem) + "\n";
  }
  for (const SetProblem& problem : result.problems) text += problem_line(problem) + "\n";
  return text + summary_line(result);
}

std::string verify_json(const VerifyResult& result) {
  Json json{{"ok", result.ok},           {"records", result.records}, {"files", Json::array()},
            {"problems", Json::array()}, {"notes", result.notes},     {"warnings", result.warnings}};
  for (const VerifiedFile& file : result.files) json["files"].push_back(file_json(file));
  for (const SetProblem& problem : result.problems) {
    json["problems"].push_back(
        {{"kind", problem.kind}, {"path", problem.path}, {"message", problem.message}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tfrec::cli
