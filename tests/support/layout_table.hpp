// SPDX-License-Identifier: Apache-2.0
// A labels CSV as layouts are chosen from, with their messages.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "dataset/table/csv_table.hpp"
#include "records/layout/layout_input.hpp"
#include "support/error_of.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

/// Keeps notes and warnings.
class Listener final : public Observer {
 public:
  void note(const std::string& text) override { printed += text + "\n"; }
  void warning(const std::string& text) override { printed += text + "\n"; }
  std::string printed;
};

/// The first column names the images.
class LayoutTable {
 public:
  explicit LayoutTable(const std::string& csv)
      : table((scratch.write("labels.csv", csv), read_csv_table(scratch / "labels.csv"))),
        profiles(profile_columns(*table)),
        input{*table, profiles} {}

  ScratchFolder scratch;
  std::unique_ptr<Table> table;
  std::vector<ColumnProfile> profiles;
  LayoutInput input;
  Listener listener;
};

}  // namespace tfrec::test
