package io.ttalloc.text.yaml;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes a YAML tree as bytes, and decodes these bytes. The build parses and encodes the YAML
 * files that ship with the program, since loading the parser at run time takes tens of
 * milliseconds.
 *
 * <p>The bytes are a version number, the file's name and the root node. A node consists of a byte
 * for its kind, its line and its column, followed either by its text, or by the number of its items
 * and the items themselves; an item of a mapping is a key and a value. Strings are written by
 * {@link DataOutputStream#writeUTF}, numbers as {@code int}. Stateless, so thread-safe.
 */
public final class CompiledYaml {
  /**
   * The files are built together with the program that reads them, so any other version number
   * means that the file is damaged.
   */
  private static final int VERSION = 0x74747901;

  private static final int PLAIN = 0;
  private static final int QUOTED = 1;
  private static final int ITEMS = 2;
  private static final int ENTRIES = 3;

  private CompiledYaml() {}

  /**
   * Encodes a tree.
   *
   * @throws IOException if a string is longer than 65,535 bytes
   */
  public static byte[] encode(YamlFile.Tree tree) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(VERSION);
    out.writeUTF(tree.name());
    write(tree.root(), out);
    return bytes.toByteArray();
  }

  private static void write(YamlNode node, DataOutputStream out) throws IOException {
    if (node instanceof YamlNode.Text text) {
      begin(text.quoted() ? QUOTED : PLAIN, text, out);
      out.writeUTF(text.text());
    } else if (node instanceof YamlNode.Items items) {
      begin(ITEMS, items, out);
      out.writeInt(items.items().size());
      for (YamlNode item : items.items()) {
        write(item, out);
      }
    } else if (node instanceof YamlNode.Entries entries) {
      begin(ENTRIES, entries, out);
      out.writeInt(entries.entries().size());
      for (YamlNode.Entry entry : entries.entries()) {
        write(entry.key(), out);
        write(entry.value(), out);
      }
    }
  }

  private static void begin(int kind, YamlNode node, DataOutputStream out) throws IOException {
    out.writeByte(kind);
    out.writeInt(node.position().line());
    out.writeInt(node.position().column());
  }

  /**
   * Decodes a tree.
   *
   * @throws IOException if the bytes were not written by {@link #encode}
   */
  public static YamlFile.Tree decode(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (in.readInt() != VERSION) {
      throw new IOException("not compiled YAML in the format of this version");
    }
    String file = in.readUTF();
    YamlNode root = read(file, in);
    if (in.read() >= 0) {
      throw new IOException("there are bytes after the end of the tree");
    }
    return new YamlFile.Tree(file, root);
  }

  private static YamlNode read(String file, DataInputStream in) throws IOException {
    int kind = in.readUnsignedByte();
    Position position = new Position(file, in.readInt(), in.readInt());
    return switch (kind) {
      case PLAIN, QUOTED -> new YamlNode.Text(in.readUTF(), kind == QUOTED, position);
      case ITEMS -> new YamlNode.Items(items(file, in), position);
      case ENTRIES -> new YamlNode.Entries(entries(file, in), position);
      default -> throw new IOException("unknown kind of node: " + kind);
    };
  }

  private static List<YamlNode> items(String file, DataInputStream in) throws IOException {
    List<YamlNode> items = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      items.add(read(file, in));
    }
    return items;
  }

  private static List<YamlNode.Entry> entries(String file, DataInputStream in) throws IOException {
    List<YamlNode.Entry> entries = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      if (!(read(file, in) instanceof YamlNode.Text key)) {
        throw new IOException("a key is not text");
      }
      entries.add(new YamlNode.Entry(key, read(file, in)));
    }
    return entries;
  }
}
