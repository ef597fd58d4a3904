# SPDX-License-Identifier: Apache-2.0
"""tfrec reads the shards that TensorFlow wrote, and says of them what golden.json says."""

import json
import unittest

from support import GOLDEN, run_tfrec

FACTS = json.loads((GOLDEN / "golden.json").read_text(encoding="ascii"))["files"]


class ReadsTensorFlow(unittest.TestCase):
    maxDiff = None

    def json_of(self, command, *arguments, exit_code=0):
        result = run_tfrec(command, *arguments, "--json")
        self.assertEqual(result.returncode, exit_code, result.stderr)
        return json.loads(result.stdout)

    def each(self):
        for facts in FACTS:
            with self.subTest(facts["path"]):
                yield facts, GOLDEN / facts["path"]

    def test_count(self):
        for facts, path in self.each():
            expected = {"path": str(path), "records": facts["records"], "bytes": facts["bytes"]}
            counted = self.json_of("count", path)
            self.assertEqual(counted["files"], [expected])
            self.assertEqual((counted["records"], counted["bytes"]), (facts["records"], facts["bytes"]))

    def test_count_of_the_folder(self):
        counted = self.json_of("count", GOLDEN)
        self.assertEqual(counted["records"], sum(facts["records"] for facts in FACTS))
        self.assertEqual(len(counted["files"]), len(FACTS))

    def test_verify_finds_examples_good(self):
        for facts, path in self.each():
            if facts["examples"]:
                verified = self.json_of("verify", path)
                self.assertTrue(verified["ok"])
                self.assertEqual(verified["records"], facts["records"])
                self.assertEqual(verified["files"][0]["problems"], [])

    def test_verify_names_each_record_that_is_no_example(self):
        for facts, path in self.each():
            if not facts["examples"]:
                verified = self.json_of("verify", path, exit_code=1)
                self.assertFalse(verified["ok"])
                self.assertEqual(verified["records"], facts["records"])
                bad = [place for place, length in enumerate(facts["lengths"]) if length > 0]
                self.assertEqual([problem["record"] for problem in verified["files"][0]["problems"]], bad)

    def test_inspect_schema(self):
        for facts, path in self.each():
            if facts["examples"]:
                inspected = self.json_of("inspect", path)
                keys = ("name", "kind", "min_length", "max_length", "in_records")
                schema = [{key: column[key] for key in keys} for column in inspected["schema"]]
                self.assertEqual(schema, facts["schema"])


if __name__ == "__main__":
    unittest.main()
