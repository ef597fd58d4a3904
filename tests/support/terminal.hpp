// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <thread>

namespace tfrec::test {

/// Whether pseudo-terminals can be made here: not in a bare chroot, where nothing is mounted on /dev/pts.
/// Says so loudly where they can't.
bool has_terminals();

/// A pseudo-terminal that a child gets as its stderr; it keeps what was written, bytes unchanged.
class Terminal {
 public:
  explicit Terminal(unsigned short columns);
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal();

  /// The end for the child. Call listen() once it has it.
  int descriptor() const { return m_child_end; }
  /// Closes the child's end here and begins to keep what comes.
  void listen();
  /// All that was written; waits until no process has the terminal open any more.
  std::string text();

 private:
  int m_own_end = -1;
  int m_child_end = -1;
  std::string m_text;
  std::thread m_listener;
};

/// The lines a terminal shows after these bytes; knows CR and LF, not escape sequences. Blanks at the end of
/// a line are dropped.
std::string screen_of(const std::string& bytes);

}  // namespace tfrec::test
