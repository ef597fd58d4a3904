// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "operations/verify/verify.hpp"
#include "records/copy/record_boxes.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

enum class BoxFault : std::uint8_t {
  kind,
  length,
  value,
  order,
  id,
  unknown_id,
  text,
  unknown_text,
  no_edges,
  no_label,  // beside boxes, where other records have them
  no_text
};

/// A list of a record, or a box in it. `offset` and `length` are the bytes of the list's feature.
struct BoxPlace {
  std::uint64_t record = 0;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t box = 0;    // zero-based
  std::uint64_t boxes = 0;  // of the list

  /// "box 2 of 5"
  std::string box_text() const;
};

/// Faults of the boxes of a file. Of each feature and each fault the first few are kept, the others counted.
class BoxFaults {
 public:
  static constexpr std::size_t k_most_kept = 5;

  /// Adds faults with the place of the first of `boxes`. message() is only called if they are kept.
  template <class Message>
  void add(BoxFault fault, std::string_view feature, const BoxPlace& place, const Message& message,
           std::uint64_t boxes = 1) {
    Found& found = m_found[{std::string(feature), fault}];
    if (found.first.size() < k_most_kept) {
      keep(found, feature, place, message());
    } else {
      found.others += boxes;
    }
  }
  /// Forgets these faults.
  void forget(BoxFault fault);
  /// As problems of a file.
  std::vector<FileProblem> problems() const;

 private:
  struct Found {
    std::vector<FileProblem> first;
    std::uint64_t others = 0;
  };

  static void keep(Found& found, std::string_view feature, const BoxPlace& place, const std::string& message);

  std::map<std::pair<std::string, BoxFault>, Found> m_found;
};

/// The boxes of a file with one class id and one text.
struct BoxClassUse {
  std::optional<std::int64_t> id{};   // nothing: the boxes have no ids
  std::optional<std::string> text{};  // nothing: the boxes have no texts; cut where it is very long
  std::uint64_t boxes = 0;
  BoxPlace first{};  // in the list of ids, else of texts
};

/// Checks the boxes of one file. What ids and texts mean can only be judged when all files were read.
class BoxCheck {
 public:
  /// Pairs of id and text beyond these are not kept.
  static constexpr std::size_t k_most_classes = 10'000;
  static constexpr std::size_t k_longest_text = 200;  // bytes

  void look_into(const Record& record, const RecordBoxes& boxes);

  BoxFaults& faults() { return m_faults; }
  /// In the order of their first boxes.
  std::vector<BoxClassUse> classes() const;
  bool has_classes() const { return !m_uses.empty(); }
  /// Whether a record has a list of these that is not empty.
  bool has_labels() const { return m_has_labels; }
  bool has_texts() const { return m_has_texts; }
  bool has_more_classes() const { return m_has_more_classes; }

 private:
  using UsesByText = std::map<std::optional<std::string>, BoxClassUse, std::less<>>;

  void check_kinds(const Record& record, const RecordBoxes& boxes);
  void check_lengths(const Record& record, const RecordBoxes& boxes);
  void check_values(const Record& record, const RecordBoxes& boxes, BoxList edge);
  void check_order(const Record& record, const RecordBoxes& boxes, BoxList low, BoxList high);
  void check_ids(const Record& record, const RecordBoxes& boxes);
  void check_texts(const Record& record, const RecordBoxes& boxes);
  void count_class(std::optional<std::int64_t> id, std::optional<std::string_view> text,
                   const BoxPlace& place);

  BoxFaults m_faults;
  bool m_has_labels = false;
  bool m_has_texts = false;
  std::map<std::optional<std::int64_t>, UsesByText> m_uses;
  std::size_t m_classes = 0;
  bool m_has_more_classes = false;
};

}  // namespace tfrec
