// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include "cli/reports/reader/framework_code.hpp"
#include "cli/reports/reader/python_code.hpp"

namespace tfrec::cli {

namespace {

constexpr std::string_view k_dali_program = R"py(import glob
import os

import nvidia.dali.tfrecord as records
from nvidia.dali import fn, pipeline_def, types
from nvidia.dali.plugin.base_iterator import LastBatchPolicy
from nvidia.dali.plugin.pytorch import DALIGenericIterator

$constants
$features
$outputs
$left_out


@pipeline_def
def pipeline(files, training, shard_id, num_shards):
    example = fn.readers.tfrecord(
        path=files,
        index_path=[f"{file}.idx" for file in files],
        features=FEATURES,
        random_shuffle=training,
        initial_fill=SHUFFLE_BUFFER,
        shard_id=shard_id,
        num_shards=num_shards,
        pad_last_batch=True,
        name="reader",
    )
    $parse
    return tuple(example[name] for name in OUTPUTS)


$signature
    """One epoch of batches, shuffled in training; iterate again for the next.

    Each of num_shards GPUs reads its share of the records.
%if splits
    split: a name in FILES
%end
    """
    files = [name for pattern in $globs for name in sorted(glob.glob(pattern))]
    for file in files:
        if not os.path.exists(f"{file}.idx"):
            raise FileNotFoundError(f"{file}.idx: `tfrec index` writes it")
    return DALIGenericIterator(
        pipeline(
            files,
            training,
            shard_id,
            num_shards,
            batch_size=batch_size,
            num_threads=4,
            device_id=shard_id,
        ),
        OUTPUTS,
        reader_name="reader",
        last_batch_policy=LastBatchPolicy.DROP if training else LastBatchPolicy.PARTIAL,
    )


if __name__ == "__main__":  # what a batch has
    batch = next(dataset(training=False))[0]
    for name, values in batch.items():
        print(name, values.dtype, tuple(values.shape))
)py";

using Names = std::vector<std::string>;

bool is_text(const ReaderFeature& feature) {
  return feature.role == ReaderRole::text || feature.role == ReaderRole::bytes;
}

std::string dali_spec(const ReaderFeature& feature) {
  const std::string key = word_of(feature) + ": records.";
  const bool is_number = feature.kind != ListKind::bytes;
  const std::string type = feature.kind == ListKind::int64_list ? "records.int64"
                           : is_number                          ? "records.float32"
                                                                : "records.string";
  const std::string absent = feature.kind == ListKind::int64_list ? "-1" : is_number ? "0.0" : "\"\"";
  if (feature.is_list) return python_call(key + "VarLenFeature", {type, absent}, "", 5);
  const std::string shape = feature.length == 1 ? "()" : "(" + std::to_string(feature.length) + ",)";
  return python_call(key + "FixedLenFeature", {shape, type, absent}, "", 5);
}

std::string reassigned(const ReaderFeature& feature, const std::string& function, Names arguments) {
  const std::string value = "example[" + word_of(feature) + "]";
  arguments.insert(arguments.begin(), value);
  return python_call(value + " = " + function, arguments, "", 4) + "\n";
}

std::string dali_image_lines(const ReaderFeature& feature) {
  const bool is_mask = feature.role == ReaderRole::mask;
  const bool is_gray = is_mask || feature.images.channels == 1;
  const std::string type = std::string("output_type=types.") + (is_gray ? "GRAY" : "RGB");
  Names arguments{type};
  if (!is_mask) arguments.insert(arguments.begin(), "device=\"mixed\"");
  std::string lines = reassigned(feature, "fn.decoders.image", arguments);
  if (feature.images.height > 0) return lines;
  Names sides{"size=IMAGE_SIZE"};
  if (is_mask) sides.emplace_back("interp_type=types.INTERP_NN");
  return lines + reassigned(feature, "fn.resize", sides);
}

std::string dali_packed_lines(const ReaderFeature& feature) {
  Names sides;
  for (const std::uint64_t side : feature.shape) sides.push_back(std::to_string(side));
  const std::string type = feature.packed == PackedType::uint8   ? "UINT8"
                           : feature.packed == PackedType::int64 ? "INT64"
                                                                 : "FLOAT";
  return reassigned(feature, "fn.reinterpret", {"dtype=types." + type, python_list("shape=", sides)});
}

std::string dali_parse_lines(const ReaderFacts& facts) {
  std::string lines;
  for (const ReaderFeature& feature : facts.features) {
    if (feature.role == ReaderRole::image || feature.role == ReaderRole::mask) {
      lines += dali_image_lines(feature);
    } else if (feature.role == ReaderRole::packed) {
      lines += dali_packed_lines(feature);
    } else if (feature.is_list && !is_text(feature)) {
      lines += reassigned(feature, "fn.pad", {"fill_value=-1"});
    }
  }
  return lines;
}

void require_dali_reads(const ReaderFacts& facts) {
  const std::string hint = "--framework tf, torch or jax read them";
  if (facts.compression != Compression::none) {
    refuse_framework("DALI", "does not read compressed shards",
                     "`tfrec reshard` writes shards that are not compressed");
  }
  for (const ReaderFeature& feature : facts.features) {
    const bool is_image = feature.role == ReaderRole::image || feature.role == ReaderRole::mask;
    if (is_image && !feature.is_single())
      refuse_framework("DALI", "reads one image of a feature, and records have several", hint);
    if (feature.role == ReaderRole::mask &&
        (feature.images.bits > 8 || feature.images.least_bits < 8 || feature.images.has_palette))
      refuse_framework("DALI", "reads only 8-bit masks without a palette", hint);
    if (feature.role == ReaderRole::packed && feature.shape.empty())
      refuse_framework("DALI", "reads only raw pixels of one shape", hint);
  }
}

}  // namespace

std::string dali_code(const ReaderFacts& facts) {
  require_dali_reads(facts);
  TemplateValues values = common_values(facts, "GPU");
  Names entries;
  Names outputs;
  Names left_out;
  for (const ReaderFeature& feature : facts.features) {
    (is_text(feature) ? left_out : outputs).push_back(word_of(feature));
    if (!is_text(feature)) entries.push_back(dali_spec(feature));
  }
  values.holes["features"] = python_dict("FEATURES = ", entries);
  values.holes["outputs"] = python_list("OUTPUTS = ", outputs);
  values.holes["left_out"] =
      left_out.empty() ? "" : python_list("LEFT_OUT = ", left_out, "  # texts: DALI returns only numbers");
  values.holes["parse"] = dali_parse_lines(facts);
  Names parameters{"batch_size=BATCH_SIZE", "training=True", "shard_id=0", "num_shards=1"};
  if (facts.has_splits()) parameters.insert(parameters.begin() + 2, "split=" + values.holes["split"]);
  values.holes["signature"] = python_call("def dataset", parameters, ":");
  return fill_template(k_dali_program, values);
}

}  // namespace tfrec::cli
