// SPDX-License-Identifier: Apache-2.0
#include "shards/names/shard_name.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <limits>

#include "base/text/ascii.hpp"
#include "base/text/quantity.hpp"

namespace tfrec {

namespace {

/// Takes the run of digits at the end of `text` off it and returns it.
std::string_view take_digits(std::string_view& text) {
  std::string_view rest = text;
  while (!rest.empty() && is_digit(rest.back())) rest.remove_suffix(1);
  const std::string_view digits = text.substr(rest.size());
  text = rest;
  return digits;
}

/// False if the number does not fit; then it is the largest that does.
bool read_number(std::string_view digits, std::uint64_t& number) {
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (parsed.ec != std::errc{}) number = std::numeric_limits<std::uint64_t>::max();
  return parsed.ec == std::errc{};
}

bool drop_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

/// ".tfrec", ".tfrecord.gz": every part starts with a letter, as a version or a date after the '-' does not.
bool is_extension(std::string_view text) {
  if (text.size() < 2 || text.front() != '.') return false;
  for (std::size_t dot = 0; dot != std::string_view::npos; dot = text.find('.', dot + 1)) {
    if (dot + 1 == text.size() || !is_letter(text[dot + 1])) return false;
  }
  return true;
}

/// The digits of the count; empty if the name has none.
std::string_view count_digits(std::string_view file_name) {
  const std::size_t dash = file_name.rfind('-');
  if (dash == std::string_view::npos || dash == 0 || !is_digit(file_name[dash - 1])) return {};
  const std::string_view rest = file_name.substr(dash + 1);
  const auto dot =
      static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_digit) - rest.begin());
  if (dot == 0 || !is_extension(rest.substr(dot))) return {};
  if (dot > 1 && rest.front() == '0') return {};
  return rest.substr(0, dot);
}

/// The name without one of these extensions, in any case, if it has more than that.
std::string_view without_one_of(std::initializer_list<std::string_view> extensions,
                                std::string_view file_name) {
  const std::string lower = lowered(file_name);
  for (const std::string_view extension : extensions) {
    if (lower.size() > extension.size() && lower.ends_with(extension))
      return file_name.substr(0, file_name.size() - extension.size());
  }
  return file_name;
}

/// ".tfrec", ".tfrecord.gz"; empty where it does not end as a shard does, after at least one character.
std::string_view extension_of_shard(std::string_view file_name) {
  const std::string_view plain = without_one_of({".gz"}, file_name);
  const std::string_view stem = without_one_of({".tfrec", ".tfrecord", ".tfrecords", ".record"}, plain);
  return stem == plain ? std::string_view() : file_name.substr(stem.size());
}

bool has_extension(std::string_view file_name) {
  return !extension_of_shard(file_name).empty();
}

}  // namespace

std::optional<std::uint64_t> count_in_name(std::string_view file_name) {
  const std::string_view digits = count_digits(file_name);
  if (digits.empty()) return std::nullopt;
  std::uint64_t count = 0;
  read_number(digits, count);
  return count;
}

std::string count_text_in_name(std::string_view file_name) {
  const std::string_view digits = count_digits(file_name);
  std::uint64_t count = 0;
  return read_number(digits, count) ? counted(count, "record", "records") : std::string(digits) + " records";
}

std::string name_without_count(std::string_view file_name) {
  std::string name(file_name);
  const std::size_t digits = count_digits(file_name).size();
  return digits == 0 ? name : name.erase(name.rfind('-'), digits + 1);
}

std::string name_without_copy_mark(std::string_view file_name) {
  std::size_t end = file_name.size() - extension_of_shard(file_name).size();
  if (end == file_name.size()) end = without_one_of({".gz"}, file_name).size();
  const std::string_view stem = file_name.substr(0, end);
  std::string_view plain = without_one_of({" - copy", " copy"}, stem);
  if (drop_suffix(plain, ")")) {
    take_digits(plain);
    if (!drop_suffix(plain, " (")) plain = stem;
  }
  return std::string(plain).append(file_name.substr(stem.size()));
}

std::string name_of_shard(std::string_view file_name) {
  return name_without_count(without_one_of({".gz"}, name_without_copy_mark(file_name)));
}

std::string name_with_count(std::string_view file_name, std::uint64_t count) {
  std::string name(file_name);
  const std::size_t digits = count_digits(file_name).size();
  return digits == 0 ? name : name.replace(name.rfind('-') + 1, digits, std::to_string(count));
}

std::optional<ShardNumber> number_in_name(std::string_view file_name) {
  const std::size_t of = file_name.rfind("-of-");
  if (of == std::string_view::npos) return std::nullopt;
  const std::string_view rest = file_name.substr(of + 4);
  const std::string_view shards = rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size()));
  ShardNumber number{file_name.substr(0, of), 0, 0, rest.substr(shards.size())};
  const std::string_view index = take_digits(number.stem);
  number.digits = index.size();
  // Without an extension of shards, five digits distinguish shards from other files.
  const bool is_bare = number.extension.empty() || lowered(number.extension) == ".gz";
  const std::size_t least = is_bare ? 5 : 1;
  if (!is_bare && !has_extension("x" + std::string(number.extension))) return std::nullopt;
  if (std::min(shards.size(), index.size()) < least) return std::nullopt;
  // Of other names, such as fold_1-of-5, it is not known that shards are meant.
  if (number.stem.ends_with('_') && number.digits >= 5) number.before = '_';
  if (!drop_suffix(number.stem, std::string_view(&number.before, 1))) return std::nullopt;
  read_number(shards, number.shards);
  read_number(index, number.index);
  return number;
}

std::optional<ShardNumber> number_before_count(std::string_view file_name) {
  const std::size_t count = count_digits(file_name).size();
  if (count == 0) return std::nullopt;
  const std::size_t dash = file_name.rfind('-');
  ShardNumber number{file_name.substr(0, dash), 0, 0, file_name.substr(dash + 1 + count)};
  const std::string_view index = take_digits(number.stem);
  number.digits = index.size();
  read_number(index, number.index);
  return number;
}

std::optional<ShardNumber> number_at_end(std::string_view file_name) {
  const std::string_view extension = extension_of_shard(file_name);
  if (extension.empty()) return std::nullopt;
  ShardNumber number{file_name.substr(0, file_name.size() - extension.size())};
  number.extension = extension;
  const std::string_view index = take_digits(number.stem);
  number.digits = index.size();
  if (index.size() < 2 || !read_number(index, number.index)) return std::nullopt;
  return number;
}

std::string numbered_name(const ShardNumber& number) {
  std::string name = std::string(number.stem) + number.before + padded(number.index, number.digits) + "-of-" +
                     padded(number.shards, number.digits);
  return name.append(number.extension);
}

std::string_view name_without_extension(std::string_view file_name) {
  return without_one_of({".tfrec", ".tfrecord", ".tfrecords"}, file_name);
}

bool has_shard_name(std::string_view file_name) {
  return has_extension(file_name) || number_in_name(name_without_copy_mark(file_name)).has_value();
}

}  // namespace tfrec
