// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/csv_dialect.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"

namespace tfrec {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF"sv;
constexpr std::array<char, 3> k_delimiters{',', ';', '\t'};
constexpr std::size_t k_chunk_bytes = 65536;

struct NoCsv {
  std::string_view beginning;
  std::string_view what;
  std::string_view hint;  // "%" means the file's name
};

constexpr std::array k_no_csv{
    NoCsv{"\xFF\xFE\0\0"sv, "is UTF-32 text, not UTF-8", "iconv -f UTF-32 -t UTF-8 % > labels-utf8.csv"},
    NoCsv{"\xFF\xFE"sv, "is UTF-16 text, not UTF-8", "iconv -f UTF-16 -t UTF-8 % > labels-utf8.csv"},
    NoCsv{"\xFE\xFF"sv, "is UTF-16 text, not UTF-8", "iconv -f UTF-16 -t UTF-8 % > labels-utf8.csv"},
    NoCsv{"PK\x03\x04"sv, "is a ZIP archive or an Excel workbook, not a CSV",
          "save the sheet as CSV (UTF-8)"},
    NoCsv{"\xD0\xCF\x11\xE0"sv, "is an Excel workbook, not a CSV", "save the sheet as CSV (UTF-8)"},
    NoCsv{"\x1F\x8B"sv, "is compressed with gzip", "gunzip --keep %"},
    NoCsv{"\x28\xB5\x2F\xFD"sv, "is compressed with zstd", "zstd -d %"},
    NoCsv{"PAR1"sv, "is a Parquet file, not a CSV", "export it as CSV"},
    NoCsv{"version https://git-lfs"sv, "is a Git LFS pointer, not the file itself", "git lfs pull"},
};

std::string beginning_of(const InputFile& file) {
  std::string bytes(32, '\0');
  bytes.resize(file.read_at(0, std::span<char>(bytes)));
  return bytes;
}

void refuse_other_formats(const InputFile& file, std::string_view beginning) {
  for (const NoCsv& format : k_no_csv) {
    if (!beginning.starts_with(format.beginning)) continue;
    std::string hint(format.hint);
    const std::size_t mark = hint.find('%');
    if (mark != std::string::npos) hint.replace(mark, 1, shell_path(file.name()));
    throw Error(ErrorKind::bad_data, file.name(), std::string(format.what), std::move(hint));
  }
}

/// The end of the file without the line breaks that end it.
std::uint64_t end_of_rows(const InputFile& file, std::uint64_t begin) {
  std::vector<char> chunk(std::min<std::uint64_t>(k_chunk_bytes, file.size()));
  std::uint64_t end = file.size();
  while (end > begin) {
    const std::uint64_t start = end - begin > k_chunk_bytes ? end - k_chunk_bytes : begin;
    const std::size_t got = file.read_at(start, std::span(chunk).first(end - start));
    if (got < end - start) throw_if_changed(file);
    const std::size_t last = std::string_view(chunk.data(), got).find_last_not_of("\r\n");
    if (last != std::string_view::npos) return start + last + 1;
    end = start;
  }
  return begin;
}

char sniff_delimiter(const InputFile& file, const CsvLayout& layout) {
  std::array<std::size_t, k_delimiters.size()> counts{};
  std::vector<char> chunk(std::min<std::uint64_t>(k_chunk_bytes, layout.end - layout.begin));
  bool quoted = false;
  bool header = true;
  const std::uint64_t end = std::min<std::uint64_t>(layout.end, layout.begin + layout.max_row_bytes);
  for (std::uint64_t at = layout.begin; header && at < end; at += k_chunk_bytes) {
    const std::size_t got =
        file.read_at(at, std::span(chunk).first(std::min<std::uint64_t>(k_chunk_bytes, end - at)));
    for (std::size_t i = 0; header && i < got; ++i) {
      if (chunk[i] == '"') quoted = !quoted;
      if (quoted) continue;
      header = chunk[i] != '\n';
      for (std::size_t d = 0; d < k_delimiters.size(); ++d)
        counts[d] += chunk[i] == k_delimiters[d] ? 1U : 0U;
    }
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  return k_delimiters[static_cast<std::size_t>(most - counts.begin())];
}

}  // namespace

CsvLayout find_csv_layout(const InputFile& file, std::optional<char> delimiter, std::size_t max_row_bytes) {
  const std::string beginning = beginning_of(file);
  refuse_other_formats(file, beginning);
  CsvLayout layout;
  layout.max_row_bytes = max_row_bytes;
  layout.begin = beginning.starts_with(k_byte_order_mark) ? k_byte_order_mark.size() : 0;
  layout.end = end_of_rows(file, layout.begin);
  if (layout.end == layout.begin) {
    throw Error(ErrorKind::bad_data, file.name(), "is empty",
                "the first line names the columns: image,label; each further line is a row");
  }
  layout.delimiter = delimiter ? *delimiter : sniff_delimiter(file, layout);
  return layout;
}

std::optional<char> likely_delimiter(std::span<const std::string> lines) {
  for (const char delimiter : {'|', ';', ',', '\t', ':', '~', '^', ' '}) {
    const auto count = [&](const std::string& line) { return std::ranges::count(line, delimiter); };
    const auto wanted = lines.empty() ? 0 : count(lines.front());
    // Lines may contain more of a sign that is rare in text, as in a cell of several labels.
    const bool is_rare = delimiter == '|' || delimiter == ';' || delimiter == '\t';
    const auto fits = [&](const std::string& line) {
      return is_rare ? count(line) >= wanted : count(line) == wanted;
    };
    if (wanted > 0 && std::ranges::all_of(lines, fits)) return delimiter;
  }
  return std::nullopt;
}

std::string delimiter_hint(char delimiter) {
  const std::string shown = delimiter == '\t' ? "a tab" : "'" + std::string(1, delimiter) + "'";
  return "is the delimiter " + shown + "? " +
         shell_option("--delimiter", delimiter == '\t' ? "tab" : std::string(1, delimiter));
}

}  // namespace tfrec
