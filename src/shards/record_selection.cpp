// SPDX-License-Identifier: Apache-2.0
#include "shards/record_selection.hpp"

#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "base/files/real_path.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/nearest.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"

namespace tfrec {

namespace {

Error malformed(const std::string& text) {
  return Error(ErrorKind::usage, "", "--records: " + in_quotes(text) + " is not SHARD:N or SHARD:N-M",
               "for instance --records flowers00-15.tfrec:3 or flowers00-15.tfrec:0,7-9");
}

std::uint64_t index_in(std::string_view text, const std::string& whole) {
  const WholeNumber number = parse_whole(text);
  if (number.problem != NumberProblem::none || number.value < 0 || number.value == INT64_MAX)
    throw malformed(whole);
  return static_cast<std::uint64_t>(number.value);
}

/// "3,7-9"
void add_ranges(RecordSelection& selection, std::string_view ranges, const std::string& whole) {
  for (std::size_t begin = 0; begin <= ranges.size();) {
    const std::size_t end = std::min(ranges.find(',', begin), ranges.size());
    const std::string_view range = ranges.substr(begin, end - begin);
    const std::size_t dash = std::min(range.find('-'), range.size());
    const std::uint64_t first = index_in(range.substr(0, dash), whole);
    const std::uint64_t last = dash == range.size() ? first : index_in(range.substr(dash + 1), whole);
    if (last < first) throw malformed(whole);
    selection.add(first, last);
    begin = end + 1;
  }
}

Error without_shard(const std::string& text, const FoundShards& found) {
  RecordSelection ranges;
  add_ranges(ranges, text, text);
  return Error(ErrorKind::usage, "",
               "--records: " + in_quotes(text) + " needs the name of one of the " +
                   counted(found.shards.size(), "shard", "shards") + " before it",
               found.shards.empty()
                   ? ""
                   : "for instance --records " + shell_path(found.shards.front().file_name() + ":" + text));
}

}  // namespace

void RecordSelection::add(std::uint64_t first, std::uint64_t last) {
  auto at = m_ranges.upper_bound(first);
  if (at != m_ranges.begin() && std::prev(at)->second >= first) first = (--at)->first;
  for (; at != m_ranges.end() && at->first <= last; at = m_ranges.erase(at))
    last = std::max(last, at->second);
  m_ranges[first] = last;
}

std::uint64_t add_place(ReadSoFar& read, const ReadItem& item) {
  if (const auto* record = std::get_if<Record>(&item)) {
    read.add_record(record->index);
  } else {
    read.add_damage(std::get<Damage>(item));
  }
  return read.places - 1;
}

void RecordSelection::require_in(const ReadSoFar& read, const std::string& shard) const {
  if (!m_ranges.empty() && read.places < end()) throw no_such_record(shard, end() - 1, read);
}

bool RecordSelection::contains(std::uint64_t index) const {
  const auto behind = m_ranges.upper_bound(index);
  return m_ranges.empty() || (behind != m_ranges.begin() && std::prev(behind)->second >= index);
}

std::vector<RecordSelection> select_records(FoundShards& found, const std::vector<std::string>& wanted) {
  if (wanted.empty()) return std::vector<RecordSelection>(found.shards.size());
  std::map<std::size_t, RecordSelection> of_shard;
  for (const std::string& text : wanted) {
    const std::size_t colon = text.rfind(':');
    const bool has_shard = colon != std::string::npos;
    if (!has_shard && found.shards.size() != 1) throw without_shard(text, found);
    RecordSelection& selection =
        of_shard[has_shard ? shard_called(found, text.substr(0, colon), "--records") : 0];
    add_ranges(selection, std::string_view(text).substr(has_shard ? colon + 1 : 0), text);
  }
  std::vector<RecordSelection> selections;
  std::vector<FoundShard> shards;
  for (auto& [shard, selection] : of_shard) {
    selections.push_back(std::move(selection));
    shards.push_back(std::move(found.shards[shard]));
  }
  found.shards = std::move(shards);
  return selections;
}

std::size_t shard_called(const FoundShards& found, const std::string& name, const std::string& place) {
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < found.shards.size(); ++i) {
    const std::string path = found.shards[i].path.string();
    if (path == name) return i;
    const bool may_be_same = name.ends_with("/" + path) && real_path(path) == real_path(name);
    if (path.ends_with("/" + name) || may_be_same) ends.push_back(i);
  }
  if (ends.size() == 1) return ends.front();
  if (ends.empty()) {
    std::vector<std::string> names;
    for (const FoundShard& shard : found.shards) names.push_back(shard.file_name());
    const auto near = nearest(name, names);
    throw Error(ErrorKind::usage, place, in_quotes(name) + " is not among the shards",
                near ? "did you mean " + in_quotes(*near) + "?" : "`tfrec count` lists the shards");
  }
  throw Error(ErrorKind::usage, place,
              in_quotes(name) + " names several shards: " + in_quotes(found.shards[ends[0]].path.string()) +
                  ", " + in_quotes(found.shards[ends[1]].path.string()),
              "write more of its path");
}

}  // namespace tfrec
