// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace tfrec {

namespace {

std::string joined(const std::string& path, const std::string& message) {
  return path.empty() ? message : path + ": " + message;
}

std::string hint_for(int errno_value) {
  switch (errno_value) {
    case ENOSPC:
    case EDQUOT:
      return "free some space, then run the same command again";
    case EMFILE:
    case ENFILE:
      return "raise the limit with 'ulimit -n 4096', or use fewer threads with -j";
    default:
      return {};
  }
}

}  // namespace

std::string_view to_string(ErrorKind kind) {
  constexpr std::array<std::string_view, 5> k_names{"data", "usage", "machine", "interrupted", "terminated"};
  return k_names[static_cast<std::size_t>(kind)];
}

Error::Error(ErrorKind kind, std::string path, std::string message, std::string hint)
    : std::runtime_error(joined(path, message)),
      m_kind(kind),
      m_path(std::move(path)),
      m_message(std::move(message)),
      m_hint(std::move(hint)) {}

Error system_error(int errno_value, std::string path, std::string_view doing) {
  const std::string reason = std::error_code(errno_value, std::generic_category()).message();
  return Error(ErrorKind::machine, std::move(path), std::string(doing) + ": " + reason,
               hint_for(errno_value));
}

}  // namespace tfrec
