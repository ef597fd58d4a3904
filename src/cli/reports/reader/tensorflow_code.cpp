// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "cli/reports/reader/framework_code.hpp"
#include "cli/reports/reader/python_code.hpp"
#include "records/copy/record_boxes.hpp"

namespace tfrec::cli {

namespace {

constexpr std::string_view k_tensorflow_program = R"py(import tensorflow as tf

$constants
$features


%if resize
def resize(image):
    resized = tf.image.resize(image, IMAGE_SIZE)
    return tf.cast(tf.round(resized), image.dtype)


%end
%if resize_masks
def resize_mask(mask):
    return tf.image.resize(mask, IMAGE_SIZE, method="nearest")


%end
%if compressed
def open_file(name):
    return tf.data.TFRecordDataset(name, compression_type="$compression")


%end
def parse(record):
    example = tf.io.parse_single_example(record, FEATURES)
    $parse
    return example


$signature
    """All records once, in batches. In training, full shuffled batches, repeated.

%if pairs
    Keras takes pairs: dataset().map(lambda e: (e[$image], e[$label]))
    Images are $image_range.
%end
%if splits
    split: a name in FILES
%end
    context: the tf.distribute.InputContext of a host that reads its share of the files
    """
    files = [name for glob in $globs for name in sorted(tf.io.gfile.glob(glob))]
    if not files:
        raise FileNotFoundError($globs)
    ds = tf.data.Dataset.from_tensor_slices(files)
    if context is not None:
        ds = ds.shard(context.num_input_pipelines, context.input_pipeline_id)
    if training:
        ds = ds.shuffle(len(files))
    ds = ds.interleave(
        $open,
        cycle_length=16 if training else 1,
        num_parallel_calls=tf.data.AUTOTUNE,
        deterministic=not training,
    )
    if training:
        ds = ds.shuffle(SHUFFLE_BUFFER).repeat()
    ds = ds.map(parse, num_parallel_calls=tf.data.AUTOTUNE)
    ds = ds.$batch(batch_size, drop_remainder=training)
    if not training and context is None:
        batches = -(-$counts // batch_size)
        ds = ds.apply(tf.data.experimental.assert_cardinality(batches))
    return ds.prefetch(tf.data.AUTOTUNE)


if __name__ == "__main__":  # what a batch has
    batch = next(iter(dataset(training=False)))
    for name, values in batch.items():
        print(name, values.dtype.name, values.shape)
)py";

std::string type_of(const ReaderFeature& feature) {
  if (feature.kind == ListKind::int64_list) return "tf.int64";
  return feature.kind == ListKind::float_list ? "tf.float32" : "tf.string";
}

/// What takes the place of a value that a record does not have.
std::string default_of(const ReaderFeature& feature) {
  if (feature.kind == ListKind::int64_list) return "-1";
  return feature.kind == ListKind::float_list ? "float(\"nan\")" : "\"\"";
}

std::string spec_entry(const ReaderFeature& feature) {
  const std::string key = word_of(feature) + ": tf.io.";
  const std::string type = type_of(feature);
  if (feature.is_list) return python_call(key + "RaggedFeature", {type}, "", 5);
  std::vector<std::string> arguments{feature.length == 1 ? "[]" : "[" + std::to_string(feature.length) + "]",
                                     type};
  if (feature.is_absent_in_some) arguments.push_back("default_value=" + default_of(feature));
  return python_call(key + "FixedLenFeature", arguments, "", 5);
}

bool are_uint16(const ReaderImages& images) {
  return images.are_png && images.least_bits == 16;
}

std::string decode_call(const ReaderFeature& feature, const std::string& data) {
  const ReaderImages& images = feature.images;
  std::vector<std::string> arguments{data, "channels=" + std::to_string(images.channels)};
  if (are_uint16(images)) arguments.emplace_back("dtype=tf.uint16");
  if (images.are_jpeg) return python_call("tf.io.decode_jpeg", arguments);
  if (images.are_png) return python_call("tf.io.decode_png", arguments);
  arguments.emplace_back("expand_animations=False");
  return python_call("tf.io.decode_image", arguments);
}

std::string list_of(const ValueShape& shape) {
  std::vector<std::string> sides;
  for (const std::uint64_t side : shape) sides.push_back(std::to_string(side));
  return python_list("", sides);
}

std::string assigned(const ReaderFeature& feature, const std::string& function,
                     const std::vector<std::string>& arguments) {
  return python_call("example[" + word_of(feature) + "] = " + function, arguments, "", 4) + "\n";
}

/// "[64, 64, 3]"; "[*IMAGE_SIZE, 3]" if images are resized.
std::string shape_of(const ReaderImages& images) {
  const auto channels = static_cast<std::uint64_t>(images.channels);
  if (images.height == 0) return "[*IMAGE_SIZE, " + std::to_string(channels) + "]";
  return list_of({images.height, images.width, channels});
}

std::string resize_of(const ReaderFeature& feature) {
  return feature.role == ReaderRole::mask ? "resize_mask" : "resize";
}

/// Of several images in a record.
std::string decode_list_lines(const ReaderFeature& feature) {
  const ReaderImages& images = feature.images;
  const std::string decoded = decode_call(feature, "data");
  const std::string each = images.height == 0 ? resize_of(feature) + "(" + decoded + ")" : decoded;
  const std::string type = are_uint16(images) ? "tf.uint16" : "tf.uint8";
  return assigned(feature, "tf.map_fn",
                  {"lambda data: " + each, "example[" + word_of(feature) + "]",
                   "fn_output_signature=tf.TensorSpec(" + shape_of(images) + ", " + type + ")"});
}

std::string decode_lines(const ReaderFeature& feature) {
  if (!feature.is_single()) return decode_list_lines(feature);
  const std::string variable = feature.role == ReaderRole::mask ? "mask" : "image";
  const std::string call = decode_call(feature, "example[" + word_of(feature) + "]");
  const std::size_t open = call.find('(');
  const std::string lines = python_call(variable + " = " + call.substr(0, open),
                                        {call.substr(open + 1, call.size() - open - 2)}, "", 4) +
                            "\n";
  if (feature.images.height == 0) return lines + assigned(feature, resize_of(feature), {variable});
  return lines + assigned(feature, "tf.ensure_shape", {variable, shape_of(feature.images)});
}

std::string packed_lines(const ReaderFeature& feature) {
  const std::string type = feature.packed == PackedType::uint8   ? "tf.uint8"
                           : feature.packed == PackedType::int64 ? "tf.int64"
                                                                 : "tf.float32";
  std::string lines =
      python_call("values = tf.io.decode_raw", {"example[" + word_of(feature) + "]", type}, "", 4) + "\n";
  if (!feature.shape.empty())
    return lines + assigned(feature, "tf.reshape", {"values", list_of(feature.shape)});
  std::vector<std::string> sides;
  for (std::size_t i = 0; i < 2; ++i)
    sides.push_back("example[" + python_word(feature.size_features[i]) + "]");
  sides.push_back(feature.channels > 0 ? std::to_string(feature.channels)
                                       : "example[" + python_word(feature.size_features[2]) + "]");
  lines += python_list("shape = ", sides, "", 4) + "\n";
  const bool are_bytes = feature.packed == PackedType::uint8;
  const std::string resized = are_bytes ? "resize(tf.reshape(values, shape))"
                                        : "tf.image.resize(tf.reshape(values, shape), IMAGE_SIZE)";
  lines += "image = " + resized + "\n";
  if (feature.channels == 0) return lines + "example[" + word_of(feature) + "] = image\n";
  return lines + assigned(feature, "tf.ensure_shape",
                          {"image", "[*IMAGE_SIZE, " + std::to_string(feature.channels) + "]"});
}

std::string box_lines(const ReaderFacts& facts) {
  if (!facts.has_box_edges) return {};
  return "edges = [\n"
         "    example.pop(f\"image/object/bbox/{edge}\")\n"
         "    for edge in (\"ymin\", \"xmin\", \"ymax\", \"xmax\")\n"
         "]\n"
         "example[\"boxes\"] = tf.stack(edges, axis=1)" +
         std::string(facts.are_edges_fractions ? "  # fractions of the sides\n"
                                               : "  # pixels of the stored image\n");
}

std::string parse_lines(const ReaderFacts& facts) {
  std::string lines;
  for (const ReaderFeature& feature : facts.features) {
    if (feature.role == ReaderRole::image || feature.role == ReaderRole::mask) lines += decode_lines(feature);
    if (feature.role == ReaderRole::packed) lines += packed_lines(feature);
    if (feature.per_box > 0)
      lines += assigned(feature, "tf.reshape", {"example[" + word_of(feature) + "]", "[-1, 4]"});
  }
  return lines + box_lines(facts);
}

void require_tensorflow_reads(const ReaderFacts& facts) {
  for (const ReaderFeature& feature : facts.features) {
    const ReaderImages& images = feature.images;
    if (images.has_webp_or_tiff) {
      refuse_framework("TensorFlow", "does not decode WebP, TIFF or PNM images",
                       "--framework torch or jax read them; `tfrec build` stores JPEG or PNG");
    }
    if (feature.role == ReaderRole::mask && (images.has_palette || images.least_bits < 8)) {
      refuse_framework("TensorFlow",
                       "decodes masks with a palette, or of less than 8 bits, to colours, not to ids",
                       "--framework torch or jax read them; `tfrec build` stores plain ids");
    }
  }
}

/// The image and the label of a record, where it has one of each.
void add_pairs(const ReaderFacts& facts, TemplateValues& values) {
  std::vector<std::string> images;
  std::vector<std::string> labels;
  for (const ReaderFeature& feature : facts.features) {
    if (feature.role == ReaderRole::image && feature.is_single()) {
      images.push_back(word_of(feature));
      values.holes["image_range"] = are_uint16(feature.images) ? "uint16, 0 to 65535" : "uint8, 0 to 255";
    }
    const bool is_label = !facts.classes.empty() && feature.name == facts.classes.front().feature;
    if (is_label && feature.role == ReaderRole::number && !feature.is_list)
      labels.push_back(word_of(feature));
  }
  constexpr std::size_t k_most = 24;  // longer names do not fit into a line
  values.state("pairs", images.size() == 1 && labels.size() == 1 && !facts.has_box_edges &&
                            images.front().size() + labels.front().size() <= k_most);
  if (!images.empty()) values.holes["image"] = images.front();
  if (!labels.empty()) values.holes["label"] = labels.front();
}

}  // namespace

std::string tensorflow_code(const ReaderFacts& facts) {
  require_tensorflow_reads(facts);
  TemplateValues values = common_values(facts, "host");
  std::vector<std::string> entries;
  bool has_lists = false;
  for (const ReaderFeature& feature : facts.features) {
    entries.push_back(spec_entry(feature));
    has_lists = has_lists || feature.is_list;
    values.state("resize_masks", feature.role == ReaderRole::mask && feature.images.height == 0);
  }
  values.holes["features"] = python_dict("FEATURES = ", entries);
  values.holes["parse"] = parse_lines(facts);
  values.holes["batch"] = has_lists ? "ragged_batch" : "batch";
  add_pairs(facts, values);
  values.state("compressed", facts.compression != Compression::none);
  values.holes["compression"] = facts.compression == Compression::gzip ? "GZIP" : "ZLIB";
  values.holes["open"] = facts.compression == Compression::none ? "tf.data.TFRecordDataset" : "open_file";
  std::vector<std::string> parameters{"batch_size=BATCH_SIZE", "training=True"};
  if (facts.has_splits()) parameters.push_back("split=" + values.holes["split"]);
  parameters.emplace_back("*");
  parameters.emplace_back("context=None");
  values.holes["signature"] = python_call("def dataset", parameters, ":");
  return fill_template(k_tensorflow_program, values);
}

}  // namespace tfrec::cli
