// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/spec_check.hpp"

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "example/schema.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_listed = 5;

std::string_view rest_text(Breach::Sort sort) {
  switch (sort) {
    case Breach::Sort::missing:
      return "is missing in ";
    case Breach::Sort::extra:
      return "is in ";
    case Breach::Sort::kind:
      return "is of another kind in ";
    case Breach::Sort::length:
      break;
  }
  return "has another length in ";
}

std::string in_front(std::string_view feature) {
  return "feature '" + printable_excerpt(feature, 60) + "' ";
}

}  // namespace

void SpecCheck::look_into(const Record& record, const ExampleView& example) {
  m_spec.check(example, m_breaches);
  for (const Breach& breach : m_breaches) {
    std::pair key(std::string(breach.name()), breach.sort);
    auto found = m_told.find(key);
    if (found == m_told.end()) {
      if (m_told.size() >= Schema::k_max_names) continue;
      found = m_told.emplace(std::move(key), Told{}).first;
    }
    Told& told = found->second;
    if (++told.count > k_most_listed) continue;
    told.first.push_back({"spec", record.index, record.offset + k_frame_header_bytes, record.payload.size(),
                          in_front(breach.name()) + describe(breach), std::string(breach.name())});
  }
}

void SpecCheck::tell(VerifiedFile& file) const {
  if (file.content == RecordContent::opaque) {
    file.problems.push_back(
        {"spec", 0, 0, 0, "no record is a tf.train.Example, which the spec asks for", {}});
    return;
  }
  for (const auto& [key, told] : m_told) {
    file.problems.insert(file.problems.end(), told.first.begin(), told.first.end());
    if (told.count == told.first.size()) continue;
    FileProblem rest = told.first.back();
    rest.message = in_front(key.first) + std::string(rest_text(key.second)) +
                   counted(told.count - told.first.size(), "more record", "more records") +
                   " behind this one";
    file.problems.push_back(std::move(rest));
  }
}

}  // namespace tfrec
