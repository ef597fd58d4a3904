// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/spec_check.hpp"

#include <array>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "example/schema.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_listed = 5;

std::string_view rest_text(Breach::Sort sort) {
  constexpr std::array<std::string_view, 4> k_texts{"is missing in ", "is in ", "is of another kind in ",
                                                    "has another length in "};
  return k_texts[static_cast<std::size_t>(sort)];
}

std::string in_front(std::string_view feature) {
  return "feature '" + printable_excerpt(feature, 60) + "' ";
}

}  // namespace

void SpecCheck::look_into(const Record& record, const ExampleView& example) {
  m_spec.check(example, m_breaches);
  for (const Breach& breach : m_breaches) {
    std::pair key(std::string(breach.name()), breach.sort);
    auto found = m_breaches_of.find(key);
    if (found == m_breaches_of.end()) {
      if (m_breaches_of.size() >= Schema::k_max_names) continue;
      found = m_breaches_of.emplace(std::move(key), Found{}).first;
    }
    Found& known = found->second;
    if (++known.count > k_most_listed) continue;
    known.first.push_back({"spec", record.index, record.offset + k_frame_header_bytes, record.payload.size(),
                           in_front(breach.name()) + describe(breach), std::string(breach.name())});
  }
}

void SpecCheck::report(VerifiedFile& file) const {
  if (file.content == RecordContent::opaque) {
    file.problems.push_back(
        {"spec", 0, 0, 0, "no record is a tf.train.Example, which the spec asks for", {}});
    return;
  }
  for (const auto& [key, known] : m_breaches_of) {
    file.problems.insert(file.problems.end(), known.first.begin(), known.first.end());
    if (known.count == known.first.size()) continue;
    FileProblem rest = known.first.back();
    rest.message = in_front(key.first) + std::string(rest_text(key.second)) +
                   counted(known.count - known.first.size(), "more record", "more records") +
                   " behind this one";
    file.problems.push_back(std::move(rest));
  }
}

}  // namespace tfrec
