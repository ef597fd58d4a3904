// SPDX-License-Identifier: Apache-2.0
// What verify found, for people, programs, and CI systems.
#pragma once

#include <string>
#include <vector>

#include "cli/reports/report.hpp"
#include "operations/verify/verify.hpp"

namespace tfrec::cli {

/// "a.tfrec: record 17 at byte 12345 (+220): payload and its checksum disagree"
std::string problem_line(const VerifiedFile& file, const FileProblem& problem);
std::string problem_line(const SetProblem& problem);

Report verify_report(const VerifyResult& result, const VerifyOptions& options);

/// JUnit XML, as Jenkins, GitLab and others read it: a test case per shard, and one for the set.
std::string verify_junit(const VerifyResult& result);

/// GitHub's workflow commands, a line each: an error per bad shard and per problem of the set, a warning per
/// warning. At most ten of a kind, for GitHub shows no more of a step.
std::vector<std::string> verify_annotations(const VerifyResult& result);

}  // namespace tfrec::cli
