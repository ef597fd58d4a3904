// SPDX-License-Identifier: Apache-2.0
// The one exception type: thrown where an operation can't go on, caught in main. Bad data that a run can
// carry on past (a rejected image, a damaged record) is a value instead: see Rejected and tfrecord's
// Damage.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tfrec {

enum class ErrorKind {
  bad_data,     // the input is wrong: malformed CSV, failed audit, damaged record
  usage,        // the command line can't work as given
  machine,      // disk, memory or permission failed; another try may help
  interrupted,  // SIGINT
  terminated,   // SIGTERM
};

/// The name of a kind as it is in JSON: "data", "usage", "machine", "interrupted", "terminated".
std::string_view to_string(ErrorKind kind);

class Error : public std::runtime_error {
 public:
  /// `path` may carry a position ("labels.csv:17"); empty if no file is concerned. `hint` states what to
  /// type.
  Error(ErrorKind kind, std::string path, std::string message, std::string hint = {});

  ErrorKind kind() const { return m_kind; }
  const std::string& path() const { return m_path; }
  /// The reason alone, without the path that what() puts in front.
  const std::string& message() const { return m_message; }
  const std::string& hint() const { return m_hint; }

 private:
  ErrorKind m_kind;
  std::string m_path;
  std::string m_message;
  std::string m_hint;
};

/// An Error for a failed system call: "PATH: DOING: strerror(errno_value)". EROFS, EACCES, ENOSPC and the
/// rest are all ErrorKind::machine; hints are added for a full disk and for descriptor limits.
Error system_error(int errno_value, std::string path, std::string_view doing);

}  // namespace tfrec
