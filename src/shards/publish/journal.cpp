// SPDX-License-Identifier: Apache-2.0
#include "shards/publish/journal.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <nlohmann/json.hpp>

#include "base/files/file.hpp"
#include "base/text/printable.hpp"
#include "shards/manifest/json_field.hpp"
#include "shards/names/index_file.hpp"
#include "shards/names/set_files.hpp"
#include "shards/publish/existing_set.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t k_max_journal_bytes = 1'000'000'000;

/// File names are bytes and need not be UTF-8, as JSON must: bytes beyond ASCII are written as %XX, and so is
/// '%'.
std::string journal_name(const std::string& name) {
  constexpr std::string_view k_digits = "0123456789abcdef";
  std::string text;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && c != '%') {
      text += c;
    } else {
      text.append("%").append(1, k_digits[byte >> 4U]).append(1, k_digits[byte & 15U]);
    }
  }
  return text;
}

/// The name that journal_name() was given. Throws Error (bad_data) if it leads out of the folder.
std::string name_in_journal(const JsonField& field) {
  const std::string text = field.text();
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    const char* digits = text.data() + i + 1;
    const bool is_escape = text[i] == '%' && i + 2 < text.size() &&
                           std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    name += is_escape ? static_cast<char>(byte) : text[i];
    if (is_escape) i += 2;
  }
  if (!stays_in_folder(name)) field.fail("leads out of the folder");
  return name;
}

bool is_hidden(const fs::path& part) {
  return part.native().starts_with('.');
}

/// A new file's name: repair gives files any name, but of hidden ones only a shard's is accepted here.
void require_plain(const JsonField& field, const std::string& name) {
  const std::string file = fs::path(name).filename().string();
  if (is_in_hidden_folder(name) || (is_hidden(file) && !is_file_of_set(file)))
    field.fail("'" + printable(name) + "' is a hidden file's");
}

/// The name of a file that is replaced: one of a set, or any name that a new file takes, as `repair` gives
/// them.
std::string removed_name(const JsonField& field, const std::set<std::string>& new_names) {
  std::string name = name_in_journal(field);
  const std::string file = fs::path(name).filename().string();
  const bool is_own = is_file_of_set(file) || is_index_name(file) || new_names.contains(name);
  if (!is_own || is_in_hidden_folder(name))
    field.fail("'" + printable(name) + "' is not the name of a file of tfrec");
  return name;
}

Publication publication_of(const JsonField& entry) {
  std::vector<JsonField> parts;
  entry.for_each([&](const JsonField& part) { parts.push_back(part); });
  if (parts.size() != 3) entry.fail("has not three members");
  Publication file{name_in_journal(parts[0]), name_in_journal(parts[1]), parts[2].number()};
  if (file.staged == k_lock_name || file.staged == k_journal_name) parts[0].fail("is not a finished file");
  require_plain(parts[1], file.name);
  return file;
}

PublicationPlan plan_of(const JsonField& root) {
  PublicationPlan plan;
  std::set<std::string> names;
  std::set<std::string> staged;
  root.member("files").for_each([&](const JsonField& entry) {
    const Publication& file = plan.files.emplace_back(publication_of(entry));
    if (!names.insert(file.name).second || !staged.insert(file.staged).second) entry.fail("is listed twice");
  });
  if (const std::string name = name_of_folder(names); !name.empty())
    root.fail("has '" + printable(name) + "' in the place of a folder");
  root.member("removed").for_each(
      [&](const JsonField& name) { plan.removed.push_back(removed_name(name, names)); });
  return plan;
}

}  // namespace

std::string journal_json(const PublicationPlan& plan) {
  nlohmann::ordered_json json{{"removed", nlohmann::ordered_json::array()},
                              {"files", nlohmann::ordered_json::array()}};
  for (const std::string& name : plan.removed) json["removed"].push_back(journal_name(name));
  for (const Publication& file : plan.files)
    json["files"].push_back({journal_name(file.staged), journal_name(file.name), file.bytes});
  return json.dump();
}

PublicationPlan read_journal(const fs::path& file) {
  const InputFile input(file);
  const nlohmann::ordered_json json = read_json(input, k_max_journal_bytes);
  return plan_of(JsonField(json, input.name(), ""));
}

PublicationPlan parse_journal(std::string_view text, const std::string& name) {
  const nlohmann::ordered_json json = parse_json(text, name);
  return plan_of(JsonField(json, name, ""));
}

}  // namespace tfrec
