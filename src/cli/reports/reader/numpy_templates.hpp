// SPDX-License-Identifier: Apache-2.0
// What the programs for PyTorch and JAX share: they parse records with NumPy and decode images with Pillow.
#pragma once

#include <string_view>

namespace tfrec::cli {

inline constexpr std::string_view k_imports = R"py(import glob
%if gzip
import gzip
%end
%if io
import io
%end
import itertools
import random
%if zlib
import zlib
%end
)py";

inline constexpr std::string_view k_examples = R"py(def read_records(path, first, step):
    """Every step-th example from first on. Does not compare checksums."""
    $open
        for number in itertools.count():
            header = file.read(12)
            if not header:
                return
            size = int.from_bytes(header[:8], "little")
            if number % step != first:
                file.seek(size + 4, 1)
                continue
            record = file.read(size + 4)
            if len(record) < size + 4:
                raise ValueError(f"{path} is cut off")
            yield record[:size]


def read_varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at


def read_fields(data):
    """Number and bytes of each field of a protobuf message."""
    at = 0
    while at < len(data):
        tag, start = read_varint(data, at)
        if tag & 7 == 0:
            at = read_varint(data, start)[1]
        elif tag & 7 == 5:
            at = start + 4
        else:
            size, start = read_varint(data, start)
            at = start + size
        if at > len(data):
            raise ValueError("a record is cut off")
        yield tag >> 3, data[start:at]


def read_integers(data):
    values, at = [], 0
    while at < len(data):
        value, at = read_varint(data, at)
        values.append(value)
    return np.array(values, np.uint64).astype(np.int64)


def read_example(record):
    """The features of a tf.train.Example: lists of bytes, arrays of numbers."""
    example = {}
    entries = b"".join(features for _, features in read_fields(record))
    for _, entry in read_fields(entries):
        entry = dict(read_fields(entry))
        for kind, values in read_fields(entry.get(2, b"")):
            values = [value for _, value in read_fields(values)]
            if kind == 2:
                values = np.frombuffer(b"".join(values), "<f4")
            elif kind == 3:
                values = read_integers(b"".join(values))
            example[entry[1].decode()] = values
    return example
)py";

inline constexpr std::string_view k_decode = R"py(def decode($decode_parameters):
    """An image as height x width x channels."""
    image = Image.open(io.BytesIO(data)).convert($mode)
%if resize
    image = image.resize(IMAGE_SIZE[::-1], Image.Resampling.BILINEAR)
%end
    return np.atleast_3d(image)
)py";

inline constexpr std::string_view k_decode_mask = R"py(def decode_mask(data):
    """Class ids as height x width."""
    mask = Image.open(io.BytesIO(data))
%if resize
    mask = mask.resize(IMAGE_SIZE[::-1], Image.Resampling.NEAREST)
%end
    return np.array(mask, $mask_type)
)py";

inline constexpr std::string_view k_stream = R"py(def share_of(parts, share, shares, least=1):
    """Whole files if they divide evenly, `least` or more; else some records of each."""
    if len(parts) % shares == 0 and len(parts) >= least * shares:
        return parts[share::shares]
    return [
        (file, first + step * ((share + at) % shares), step * shares)
        for at, (file, first, step) in enumerate(parts)
    ]


def stream(parts, training):
    """The records once; in training again and again, shuffled each time."""
    while True:
        if training:
            parts = random.sample(parts, len(parts))
        buffer = []
        records = itertools.starmap(read_records, parts)
        for record in itertools.chain.from_iterable(records):
            buffer.append(record)
            if not training:
                yield buffer.pop()
            elif len(buffer) > SHUFFLE_BUFFER:
                at = random.randrange(len(buffer))
                buffer[at], buffer[-1] = buffer[-1], buffer[at]
                yield buffer.pop()
        if not buffer:
            return
        random.shuffle(buffer)
        yield from buffer
)py";

inline constexpr std::string_view k_print_batch = R"py(for name, values in batch.items():
%if batch_lists
    if isinstance(values, list):
        print(name, "list of", len(values), type(values[0]).__name__)
    else:
        print(name, values.dtype, $shape)
%end
%if not batch_lists
    print(name, values.dtype, $shape)
%end
)py";

/// All of the above but the imports and what prints a batch.
inline constexpr std::string_view k_functions = R"py($constants
$names


$examples


%if images
$decode


%end
%if masks
$decode_mask


%end
def parse(record):
    $parse
    return sample


$stream
)py";

}  // namespace tfrec::cli
