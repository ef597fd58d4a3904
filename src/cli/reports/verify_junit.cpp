// SPDX-License-Identifier: Apache-2.0
// The JUnit XML that Jenkins' junit plugin, GitLab and GitHub's report actions read. Source: the schema of
// Jenkins' xunit plugin (junit-10.xsd).
#include <string_view>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/verify_report.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_most_case_lines = 1000;  // of a test case

/// What failed in one test case.
class Failure {
 public:
  void add(std::string_view kind, const std::string& line) {
    if (m_count++ == 0) {
      m_kind = kind;
      m_first = line;
    }
    if (m_count <= k_most_case_lines) m_lines += line + "\n";
  }

  std::uint64_t count() const { return m_count; }

  std::string element() const {
    if (m_count == 0) return {};
    const std::uint64_t more = m_count > k_most_case_lines ? m_count - k_most_case_lines : 0;
    const std::string rest = more == 0 ? "" : "and " + counted(more, "problem", "problems") + " more\n";
    const std::string others =
        m_count == 1 ? "" : " (and " + counted(m_count - 1, "problem", "problems") + " more)";
    std::string text;
    for (std::string_view left = m_lines; !left.empty();) {
      const std::size_t end = left.find('\n');
      text += xml_escaped(left.substr(0, end)) + "\n";
      left.remove_prefix(end + 1);
    }
    return "      <failure type=\"" + xml_escaped(m_kind) + "\" message=\"" + xml_escaped(m_first + others) +
           "\">" + text + xml_escaped(rest.substr(0, rest.find('\n'))) + "</failure>\n";
  }

 private:
  std::uint64_t m_count = 0;
  std::string m_kind;
  std::string m_first;
  std::string m_lines;
};

std::string test_case(const std::string& name, const std::string& file, const std::string& inside) {
  const std::string at = file.empty() ? "" : " file=\"" + xml_escaped(file) + "\"";
  const std::string head =
      R"(    <testcase classname="tfrec.verify" name=")" + xml_escaped(name) + "\"" + at + " time=\"0\"";
  return inside.empty() ? head + "/>\n" : head + ">\n" + inside + "    </testcase>\n";
}

std::string notes_element(const VerifyResult& result) {
  if (result.notes.empty() && result.warnings.empty()) return {};
  std::string text;
  for (const std::string& warning : result.warnings) text += "warning: " + xml_escaped(warning) + "\n";
  for (const std::string& note : result.notes) text += xml_escaped(note) + "\n";
  return "      <system-out>" + text + "</system-out>\n";
}

}  // namespace

std::string verify_junit(const VerifyResult& result) {
  std::string cases;
  std::size_t failures = 0;
  for (const VerifiedFile& file : result.files) {
    Failure failure;
    for (const FileProblem& problem : file.problems) failure.add(problem.kind, problem_line(file, problem));
    for (const SetProblem& problem : result.problems) {
      if (problem.path == file.path) failure.add(problem.kind, problem_line(problem));
    }
    failures += failure.count() > 0 ? 1 : 0;
    cases += test_case(file.path, file.path, failure.element());
  }
  Failure of_set;
  for (const SetProblem& problem : result.problems) of_set.add(problem.kind, problem_line(problem));
  failures += of_set.count() > 0 ? 1 : 0;
  cases += test_case("the set", "", of_set.element() + notes_element(result));
  const std::string counts = " tests=\"" + std::to_string(result.files.size() + 1) + "\" failures=\"" +
                             std::to_string(failures) + R"(" errors="0")";
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts +
         ">\n  <testsuite name=\"tfrec verify\"" + counts + " skipped=\"0\" time=\"0\">\n" + cases +
         "  </testsuite>\n</testsuites>\n";
}

}  // namespace tfrec::cli
