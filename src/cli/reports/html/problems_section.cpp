// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/html/parts.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_most_lines = 200;

void add_row(Html& rows, std::string_view kind, const std::string& path, const std::string& record,
             const std::string& message) {
  rows.add(R"(<tr><td>{}</td><td class="long">{}</td><td class="n">{}</td><td)"
           R"( class="long">{}</td></tr>)",
           std::string(kind), path, record, message);
}

Html problem_table(const VerifyResult& verified, std::size_t& count) {
  Html rows;
  for (const SetProblem& problem : verified.problems) {
    if (++count <= k_most_lines) add_row(rows, problem.kind, problem.path, "-", problem.message);
  }
  for (const VerifiedFile& file : verified.files) {
    for (const FileProblem& problem : file.problems) {
      if (++count > k_most_lines) continue;
      add_row(rows, problem.kind, file.path, problem.kind == "name" ? "-" : std::to_string(problem.record),
              problem.message);
    }
  }
  Html head;
  head.add(
      "<th scope=\"col\">kind</th><th scope=\"col\">shard</th><th scope=\"col\" class=\"n\">record</th>"
      "<th scope=\"col\">problem</th>");
  Html whole;
  if (count > 0) whole.add(table("Problems", head, rows));
  return whole;
}

bool has_damage(const VerifyResult& verified) {
  return std::ranges::any_of(verified.files, &VerifiedFile::is_damaged);
}

bool has_set_problem(const VerifyResult& verified, std::string_view kind) {
  return std::ranges::any_of(verified.problems, [&](const SetProblem& one) { return one.kind == kind; });
}

/// Whether there is a problem that only another build removes.
bool needs_build(const VerifyResult& verified) {
  const bool has_other =
      std::ranges::any_of(verified.problems, [](const SetProblem& one) { return one.kind != "index"; });
  return has_other || std::ranges::any_of(verified.files, [](const VerifiedFile& file) {
           return !file.is_damaged && !file.problems.empty();
         });
}

bool has_kind(const VerifyResult& verified, std::string_view kind) {
  return std::ranges::any_of(verified.files, [&](const VerifiedFile& file) {
    return std::ranges::any_of(file.problems, [&](const FileProblem& one) { return one.kind == kind; });
  });
}

}  // namespace

Html problems_section(const PageFacts& facts) {
  const VerifyResult& verified = facts.verified;
  std::size_t count = 0;
  Html content = problem_table(verified, count);
  if (count > k_most_lines) {
    content.add("<p>{} more: <code>tfrec verify --pixels</code> lists all.</p>\n",
                format_count(count - k_most_lines));
  }
  Html warnings;
  for (const std::string& warning : verified.warnings) warnings.add("<li>{}</li>", warning);
  if (!warnings.empty()) content.add("<ul>{}</ul>\n", warnings);
  if (has_damage(verified)) {
    content.add("<p>This recovers the intact records:</p>\n");
    content.add(command("tfrec repair " + shell_paths(facts) + " -o repaired"));
  }
  if (has_set_problem(verified, "index")) {
    content.add("<p>This writes the indexes again:</p>\n");
    content.add(command("tfrec index " + shell_paths(facts)));
  }
  if (has_kind(verified, "boxes")) {
    content.add(
        "<p>Boxes that leave their image are clipped by the command that this prints, with "
        "<code>--bad-boxes clip</code> in place of <code>drop</code>:</p>\n");
    content.add(command("tfrec extract " + shell_paths(facts) + " -o extracted"));
  }
  if (has_kind(verified, "pixels")) {
    content.add(
        "<p>Images that can't be decoded in full stop or spoil training. Build the set again from intact "
        "files; build checks each:</p>\n");
    content.add(command("tfrec build IMAGES --labels labels.csv -o OUT --max-bad 1%"));
  } else if (needs_build(verified)) {
    content.add(
        "<p>If a file is missing, renamed or from another set, restore it from a copy. Else build the set "
        "again:</p>\n");
    content.add(command("tfrec build IMAGES --labels labels.csv -o OUT"));
  }
  return section("problems", "Problems", content);
}

}  // namespace tfrec::cli
