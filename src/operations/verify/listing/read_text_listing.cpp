// SPDX-License-Identifier: Apache-2.0
// `ls -L` of gsutil and of gcloud: an object's URL with ':' behind it, then indented lines "Label: value".
// The lines of an object's ACL are JSON, those of a folder a URL alone.
#include "operations/verify/listing/read_text_listing.hpp"

#include <string_view>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/text/ascii.hpp"
#include "operations/verify/listing/listed_fields.hpp"

namespace tfrec {

namespace {

constexpr int k_end_of_text = std::streambuf::traits_type::eof();
constexpr std::size_t k_longest_line = 100'000;  // what is behind is not read

/// Lines of an ACL, which is JSON too, are indented, or its end.
bool is_json(int byte) {
  return byte == '{' || byte == '[';
}

/// False at the end.
bool next_line(std::streambuf& bytes, std::string& line) {
  line.clear();
  int byte = bytes.sbumpc();
  if (byte == k_end_of_text) return false;
  for (; byte != k_end_of_text && byte != '\n'; byte = bytes.sbumpc()) {
    if (line.size() < k_longest_line) line += static_cast<char>(byte);
  }
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

class TextListing {
 public:
  explicit TextListing(Listing& listing) : m_listing(listing) {}

  void add(std::string_view line) {
    if (!trimmed(line).empty()) m_has_total = line.starts_with("TOTAL:");
    const bool is_url =
        line.find("://") != std::string_view::npos && line.find_first_of(" \t") > line.find("://");
    if (is_url && line.ends_with(':')) {
      end_object();
      m_object.name = without_generation(line.substr(0, line.size() - 1));
      m_is_open = true;
    } else if (is_url) {
      end_object();
      ++(line.ends_with('/') ? m_listing.folders : m_names);
    } else if (m_is_open && (line.starts_with(' ') || line.starts_with('\t'))) {
      add_field(line);
    } else if (!m_is_open && trimmed(line).find("://") != std::string_view::npos) {
      ++m_names;  // `ls -l`
    }
  }

  /// An entry without fields is a folder's heading.
  void end_object() {
    if (m_is_open && m_has_fields && !m_is_earlier) m_listing.objects.push_back(m_object);
    m_is_found = m_is_found || (m_is_open && m_has_fields);
    m_object = {};
    m_is_open = m_has_fields = m_is_earlier = false;
  }

  /// Whether the last line is the one that ends a listing.
  bool has_total() const { return m_has_total; }
  /// Whether there was an object, or a folder.
  bool is_listing() const { return m_is_found || m_listing.folders > 0; }
  /// Objects whose size and checksum are not shown.
  std::uint64_t names() const { return m_names; }

 private:
  void add_field(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const std::string label = lowered(trimmed(line.substr(0, colon)));
    const std::string_view value = trimmed(line.substr(colon + 1));
    m_has_fields = true;
    if (label == "content-length" && !m_object.bytes) m_object.bytes = listed_bytes(value);
    if (label == "hash (crc32c)") take_listed_crc32c(std::string(value), m_object);
    if (label == "noncurrent time") m_is_earlier = true;
  }

  Listing& m_listing;
  ListedObject m_object;
  bool m_is_open = false;
  bool m_has_fields = false;
  bool m_is_earlier = false;
  bool m_is_found = false;
  bool m_has_total = false;
  std::uint64_t m_names = 0;
};

}  // namespace

void read_text_listing(std::streambuf& bytes, const std::string& name, Listing& listing) {
  TextListing text(listing);
  for (std::string line; !is_json(bytes.sgetc()) && next_line(bytes, line);) {
    throw_if_stopped();
    text.add(line);
  }
  text.end_object();
  listing.is_text_cut = listing.is_text_cut || !text.has_total();
  if (text.is_listing()) return;
  if (text.names() > 0) {
    throw Error(ErrorKind::bad_data, name, "shows names, but neither sizes nor checksums",
                "list with -L: `gsutil ls -L 'gs://BUCKET/FOLDER/**'`");
  }
  throw Error(ErrorKind::bad_data, name, "is not a listing of objects", k_listing_hint);
}

}  // namespace tfrec
