// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/listing/read_json_listing.hpp"

#include <cstddef>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "operations/verify/listing/listed_fields.hpp"

namespace tfrec {

namespace {

using Json = nlohmann::json;

constexpr std::size_t k_deepest = 100;  // of lists and objects in one another

/// Follows a document from value to value, and keeps only what is read of the entry that it is in.
class ListingHandler final : public nlohmann::json_sax<Json> {
 public:
  ListingHandler(const std::string& name, Listing& listing) : m_name(name), m_listing(listing) {}

  bool null() override {
    require_entry();
    return true;
  }
  bool boolean(bool value) override { return take(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return take(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return take(std::to_string(value)); }
  bool number_float(number_float_t /*value*/, const string_t& text) override { return take(text); }
  bool string(string_t& value) override { return take(value); }
  bool binary(binary_t& /*value*/) override { return true; }

  bool start_object(std::size_t /*members*/) override {
    if (is_entry_next()) begin_entry();
    return open(false);
  }
  bool start_array(std::size_t /*elements*/) override {
    require_entry();
    if (m_open.size() == 1 && !m_open.front().is_list && is_list_of_entries()) m_is_page = true;
    return open(true);
  }
  bool key(string_t& value) override {
    m_open.back().key = value;
    return true;
  }
  bool end_object() override {
    m_open.pop_back();
    if (m_open.empty()) {
      end_document();
    } else if (m_open.size() == m_entry_depth) {
      end_entry();
    }
    return true;
  }
  bool end_array() override {
    m_open.pop_back();
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*problem*/) override {
    return false;
  }

 private:
  struct Level {
    bool is_list;
    std::string key;  // of an object, the member that is read
  };

  bool is_list_of_entries() const {
    const std::string& key = m_open.front().key;
    return key == "Contents" || key == "CommonPrefixes";
  }
  bool is_entry_next() const {
    if (m_open.size() == 1) return m_open.front().is_list;
    return m_open.size() == 2 && m_open.back().is_list && !m_open.front().is_list && is_list_of_entries();
  }

  bool open(bool is_list) {
    if (m_open.size() >= k_deepest) throw Error(ErrorKind::bad_data, m_name, "is nested too deeply");
    m_open.push_back({is_list, {}});
    return true;
  }

  /// "metadata.size" of a value in the entry's object "metadata"; empty where none is read.
  std::string place() const {
    const std::size_t first = m_entry_depth;
    if (m_open.size() <= first || m_open.size() > first + 2 || m_open[first].is_list) return {};
    if (m_open.size() == first + 1) return m_open[first].key;
    return m_open.back().is_list ? std::string() : m_open[first].key + "." + m_open.back().key;
  }

  /// Entries of a list are objects.
  void require_entry() const {
    if (m_open.size() == 1 && m_open.front().is_list) fail();
  }

  bool take(const std::string& value) {
    require_entry();
    const std::string key = place();
    if (is_listed_field(key)) fields()[key] = value;
    return true;
  }

  /// Of the entry that is read, else of the document.
  ListedFields& fields() { return m_entry_depth == 0 ? m_document : m_entry; }

  void begin_entry() {
    m_entry.clear();
    m_entry_depth = m_open.size();
  }
  void end_entry() {
    throw_if_stopped();
    m_entry_depth = 0;
    if (!add_listed(m_entry, m_listing)) fail();
  }

  void end_document() {
    const auto has = [this](const char* key) { return m_document.contains(key); };
    if (m_is_page || has("RequestCharged") || has("Prefix") || has("IsTruncated")) {
      end_page(has("NextToken") || has("NextContinuationToken") || m_document["IsTruncated"] == "true");
    } else if (!add_listed(m_document, m_listing)) {
      fail();
    }
  }

  /// S3 sorts names, so the page that follows begins behind the one before it.
  void end_page(bool has_next) {
    std::optional<std::string>& open = m_listing.open_page;
    const std::vector<ListedObject>& objects = m_listing.objects;
    const bool has_objects = objects.size() > m_objects_before;
    if (open && has_objects && objects[m_objects_before].name > *open) open.reset();
    if (has_next) open = has_objects ? objects.back().name : "";
  }

  [[noreturn]] void fail() const {
    throw Error(ErrorKind::bad_data, m_name, "is JSON, but not a listing of objects", k_listing_hint);
  }

  const std::string& m_name;
  Listing& m_listing;
  std::size_t m_objects_before = m_listing.objects.size();
  std::vector<Level> m_open;      // the lists and objects around the next value
  std::size_t m_entry_depth = 0;  // how many are around the entry
  ListedFields m_entry;
  ListedFields m_document;  // where it is an object
  bool m_is_page = false;
};

}  // namespace

void read_json_listing(std::istream& bytes, const std::string& name, Listing& listing) {
  ListingHandler handler(name, listing);
  if (Json::sax_parse(bytes, &handler, Json::input_format_t::json, false)) return;
  if (bytes.rdbuf()->sgetc() == std::istream::traits_type::eof()) {
    throw Error(ErrorKind::bad_data, name, "ends in the middle of its JSON: the listing is cut off",
                "list the bucket again, into a new file");
  }
  throw Error(ErrorKind::bad_data, name, "is not JSON", k_listing_hint);
}

}  // namespace tfrec
