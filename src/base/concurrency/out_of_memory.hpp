// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include "base/error.hpp"

namespace tfrec {

/// What any exception is to a user: an Error as it is; memory, threads or files that the system refused a
/// failure of the machine; everything else a defect of the tool.
Error error_of(const std::exception_ptr& failure);

/// Makes std::terminate end the process with exit code 3 and a message where memory is what failed: in a
/// library's initialiser or destructor nothing can catch it. Other causes still abort.
void report_failed_memory_at_terminate();

/// While one exists, abort() also ends the process with exit code 3 and that message. Only for loading
/// libraries: some abort where their set-up gets no memory (GDAL, which Debian's OpenCV loads).
class AbortIsFailedMemory {
 public:
  AbortIsFailedMemory();
  AbortIsFailedMemory(const AbortIsFailedMemory&) = delete;
  AbortIsFailedMemory& operator=(const AbortIsFailedMemory&) = delete;
  ~AbortIsFailedMemory();

 private:
  void (*m_previous)(int);
};

}  // namespace tfrec
