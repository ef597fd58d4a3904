// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace tfrec {

/// SHA-256 (FIPS 180-4) of bytes that come piece by piece.
class Sha256 {
 public:
  Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  ~Sha256();

  void add(std::string_view bytes);
  /// In hex. Call once.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

std::string sha256_hex(std::string_view bytes);

}  // namespace tfrec
