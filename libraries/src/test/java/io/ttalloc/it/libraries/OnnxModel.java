package io.ttalloc.it.libraries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The smallest models that ONNX Runtime can load: one node with the input {@code x}, a 1 x 2
 * tensor, and the output {@code y}. A model is a Protocol Buffers message, written here field by
 * field; the field numbers are those of onnx.proto.
 */
@SuppressWarnings("ImmutableEnumChecker") // the arrays are never changed
enum OnnxModel {
  /** {@code y} is {@code x}. */
  IDENTITY(node("Identity"), tensor()),
  /** {@code y} is a list whose only element is {@code x}. */
  SEQUENCE(node("SequenceConstruct"), sequenceOf(tensor())),
  /** {@code y} is a list with one map, from the names a and b to the numbers in {@code x}. */
  MAPS(concat(node("ZipMap"), text(7, "ai.onnx.ml"), names()), sequenceOf(mapTo(tensor())));

  /**
   * The version of the standard operators; the next constant is the version of the operators in the
   * domain ai.onnx.ml.
   */
  private static final int VERSION = 13;

  private static final int ML_VERSION = 1;
  private static final int IR_VERSION = 8;
  private static final int FLOAT = 1;
  private static final int STRING = 8;

  private final byte[] node;
  private final byte[] type;

  OnnxModel(byte[] node, byte[] type) {
    this.node = node;
    this.type = type;
  }

  /** The bytes of the model file. */
  byte[] bytes() {
    byte[] graph =
        concat(
            message(1, node), // node
            text(2, name()), // name
            message(11, text(1, "x"), message(2, tensor())), // input: name, type
            message(12, text(1, "y"), message(2, type))); // output: name, type
    return concat(
        number(1, IR_VERSION), // ir_version
        message(7, graph), // graph
        message(8, text(1, ""), number(2, VERSION)), // opset_import: domain, version
        message(8, text(1, "ai.onnx.ml"), number(2, ML_VERSION)));
  }

  /**
   * An adapter without parameters, in the FlatBuffers format, in which numbers are little-endian.
   * The names in the comments are those of adapter_schema.fbs.
   */
  static byte[] emptyAdapter() {
    ByteBuffer file = ByteBuffer.allocate(44).order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(20).put("TORT".getBytes(UTF_8)); // position of the table, file identifier
    short[] fields = {12, 20, 4, 8, 12, 16}; // sizes of list and table, positions of fields
    for (short field : fields) {
      file.putShort(field);
    }
    file.putInt(12); // distance from the table back to that list
    file.putInt(1).putInt(1).putInt(1); // format_version, adapter_version, model_version
    file.putInt(4).putInt(0); // parameters: the distance to them and their number
    return file.array();
  }

  /** NodeProto: input, output, op_type. */
  private static byte[] node(String operator) {
    return concat(text(1, "x"), text(2, "y"), text(4, operator));
  }

  /** The attribute of a NodeProto: name, strings, type (STRINGS). */
  private static byte[] names() {
    return message(5, text(1, "classlabels_strings"), text(9, "a"), text(9, "b"), number(20, 8));
  }

  /** TypeProto with tensor_type: elem_type, shape with the dimensions 1 and 2. */
  private static byte[] tensor() {
    byte[] shape = concat(message(1, number(1, 1)), message(1, number(1, 2)));
    return message(1, number(1, FLOAT), message(2, shape));
  }

  /** TypeProto with sequence_type: elem_type. */
  private static byte[] sequenceOf(byte[] type) {
    return message(4, message(1, type));
  }

  /** TypeProto with map_type: key_type, value_type. */
  private static byte[] mapTo(byte[] type) {
    return message(5, number(1, STRING), message(2, type));
  }

  /** A field with a number; its key has wire type 0. */
  private static byte[] number(int field, long value) {
    return concat(varint((long) field << 3), varint(value));
  }

  private static byte[] text(int field, String text) {
    return message(field, text.getBytes(UTF_8));
  }

  /** A field with bytes; its key has wire type 2, and the length precedes the bytes. */
  private static byte[] message(int field, byte[]... parts) {
    byte[] bytes = concat(parts);
    return concat(varint(((long) field << 3) | 2), varint(bytes.length), bytes);
  }

  /**
   * A number with seven bits in each byte, lowest first; the high bit says that more bytes follow.
   */
  private static byte[] varint(long value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long rest = value;
    while (rest > 0x7F) {
      bytes.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
    return bytes.toByteArray();
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }
}
