// SPDX-License-Identifier: Apache-2.0
#include "support/terminal.hpp"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <iostream>
#include <stdexcept>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace tfrec::test {

bool has_terminals() {
  const int probe = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  std::array<char, 128> name{};
  const bool works =
      probe >= 0 && ::ptsname_r(probe, name.data(), name.size()) == 0 && ::access(name.data(), F_OK) == 0;
  if (probe >= 0) ::close(probe);
  if (!works) std::cerr << "\n*** SKIPPED: no pseudo-terminals here (/dev/pts is not mounted)\n\n";
  return works;
}

Terminal::Terminal(unsigned short columns) {
  m_own_end = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  std::array<char, 128> name{};
  if (m_own_end < 0 || ::grantpt(m_own_end) != 0 || ::unlockpt(m_own_end) != 0 ||
      ::ptsname_r(m_own_end, name.data(), name.size()) != 0) {
    throw std::runtime_error("cannot make a pseudo-terminal");
  }
  m_child_end = ::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC);
  termios modes{};
  if (m_child_end < 0 || ::tcgetattr(m_child_end, &modes) != 0)
    throw std::runtime_error("cannot open the terminal");
  ::cfmakeraw(&modes);  // LF stays LF
  ::tcsetattr(m_child_end, TCSANOW, &modes);
  const winsize size{24, columns, 0, 0};
  ::ioctl(m_child_end, TIOCSWINSZ, &size);
}

Terminal::~Terminal() {
  if (m_child_end >= 0) ::close(m_child_end);
  if (m_listener.joinable()) m_listener.join();
  ::close(m_own_end);
}

void Terminal::listen() {
  ::close(m_child_end);
  m_child_end = -1;
  m_listener = std::thread([this] {
    std::array<char, 4096> buffer{};
    // EIO once the last process has closed its end.
    for (ssize_t got = 0; (got = ::read(m_own_end, buffer.data(), buffer.size())) > 0;)
      m_text.append(buffer.data(), static_cast<std::size_t>(got));
  });
}

std::string Terminal::text() {
  m_listener.join();
  return m_text;
}

std::string screen_of(const std::string& bytes) {
  std::string screen;
  std::string line;
  std::size_t column = 0;
  const auto end_line = [&] {
    line.erase(line.find_last_not_of(' ') + 1);
    screen += line;
    line.clear();
    column = 0;
  };
  for (const char byte : bytes) {
    if (byte == '\r') {
      column = 0;
    } else if (byte == '\n') {
      end_line();
      screen += '\n';
    } else {
      if (column == line.size()) line += ' ';
      line[column++] = byte;
    }
  }
  end_line();
  return screen;
}

}  // namespace tfrec::test
