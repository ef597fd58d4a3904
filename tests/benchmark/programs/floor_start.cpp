// SPDX-License-Identifier: Apache-2.0
// The floor of starting: a C++ program that prints one line.
#include <iostream>

int main() {
  std::cout << "floor\n";
}
