// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/damage.hpp"

#include "support/catch.hpp"
#include "support/error_of.hpp"

using namespace tfrec;

namespace {

std::string asked_for(std::uint64_t record, const ReadSoFar& read) {
  return test::error_of([&] { throw no_such_record("a.tfrec", record, read); });
}

}  // namespace

TEST_CASE("Damage is described by its record and its bytes, in printable text") {
  const Damage damage{DamageKind::payload, 3, 166, 83, "bad \x1b[2J"};
  CHECK(text_of(damage) == "record 3 at byte 166 (83 bytes): bad \\x1B[2J");
  CHECK(text_of_unsaved(damage) ==
        "record 3 at byte 166 (83 bytes) is damaged, so its image is not saved: bad \\x1B[2J");
}

TEST_CASE("Kinds of damage have the names that JSON gives them") {
  CHECK(to_string(DamageKind::not_a_tfrecord) == "not_a_tfrecord");
  CHECK(to_string(DamageKind::header) == "header");
  CHECK(to_string(DamageKind::length) == "length");
  CHECK(to_string(DamageKind::payload) == "payload");
  CHECK(to_string(DamageKind::truncated) == "truncated");
  CHECK(to_string(DamageKind::garbage) == "garbage");
  CHECK(to_string(DamageKind::compressed) == "compressed");
}

TEST_CASE("A record behind the last one: how many there are, and which is the last") {
  ReadSoFar read;
  CHECK(asked_for(0, read) == "a.tfrec: has no record 0: it contains 0 records ()");
  read.add_record(0);
  CHECK(asked_for(9, read) ==
        "a.tfrec: has no record 9: it contains 1 record (the first record is 0, the last 0)");
  read.add_damage({DamageKind::payload, 1, 20, 20, "", true});
  read.add_record(2);
  CHECK((read.places == 3 && read.intact == 2));
  CHECK(asked_for(9, read) ==
        "a.tfrec: has no record 9: it contains 3 records (the first record is 0, the last 2)");
}

TEST_CASE("A record behind damage at the end may have been there") {
  ReadSoFar read;
  read.add_record(0);
  read.add_damage({DamageKind::truncated, 1, 20, 20, ""});
  CHECK((read.places == 2 && read.intact == 1));
  CHECK(asked_for(5, read) == "a.tfrec: has no record 5: it contains 1 intact record and damage (" +
                                  std::string(k_damage_hint) + ")");
  CHECK(no_such_record("a", 5, read).kind() == ErrorKind::bad_data);
  read.add_record(2);
  CHECK(no_such_record("a", 5, read).kind() == ErrorKind::usage);
}
