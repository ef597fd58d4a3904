// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "example/example_spec.hpp"
#include "operations/verify/verify.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

/// Holds the records of one file to a spec. Of each feature and each way to break it the first few are
/// reported, the others counted.
class SpecCheck {
 public:
  explicit SpecCheck(const ExampleSpec& spec) : m_spec(spec) {}

  void look_into(const Record& record, const ExampleView& example);
  /// Adds the problems to the file's, after its last record; content is known by then.
  void report(VerifiedFile& file) const;

 private:
  struct Found {
    std::vector<FileProblem> first;
    std::uint64_t count = 0;
  };

  const ExampleSpec& m_spec;
  std::vector<Breach> m_breaches;
  std::map<std::pair<std::string, Breach::Sort>, Found> m_breaches_of;
};

}  // namespace tfrec
