package io.ttalloc.agent.weave.classes;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the methods that a class file declares, and skips everything else. Does not use ASM, whose
 * classes a warm start would not otherwise load. Reads class files of any version.
 */
public final class DeclaredMethods {
  /**
   * A method.
   *
   * @param handles whether its code has exception handlers, as the code of any try statement has
   */
  public record Method(int access, String name, String descriptor, boolean handles) {}

  private static final int COUNT_AT = 8;
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;

  /** The length of the access flags, the class and its superclass. */
  private static final int CLASS_BYTES = 6;

  private final byte[] file;
  private final ByteBuffer in;

  /** The offsets of the constants, by index. */
  private final int[] constants;

  private DeclaredMethods(byte[] file) {
    this.file = file;
    in = ByteBuffer.wrap(file);
    if (in.getInt(0) != ClassFiles.MAGIC) {
      throw new IllegalArgumentException("not a class file");
    }
    in.position(COUNT_AT);
    constants = new int[count()];
    for (int i = 1; i < constants.length; i++) {
      constants[i] = in.position();
      int tag = in.get();
      skip(bytes(tag));
      if (tag == LONG || tag == DOUBLE) {
        i++; // A long or a double occupies two indexes.
      }
    }
    skip(CLASS_BYTES);
    skip(Short.BYTES * count());
  }

  /**
   * Returns the methods of a class file, in the order of the file.
   *
   * @throws RuntimeException if it is not a class file, or has constants of an unknown kind
   */
  public static List<Method> of(byte[] file) {
    DeclaredMethods read = new DeclaredMethods(file);
    for (int fields = read.count(); fields > 0; fields--) {
      Method unused = read.member();
    }
    List<Method> methods = new ArrayList<>();
    for (int left = read.count(); left > 0; left--) {
      methods.add(read.member());
    }
    return methods;
  }

  private int count() {
    return in.getShort() & 0xFFFF;
  }

  private void skip(int bytes) {
    in.position(in.position() + bytes);
  }

  /** The length of the constant at the current position, without its tag. */
  private int bytes(int tag) {
    return switch (tag) {
      case UTF8 -> Short.BYTES + (in.getShort(in.position()) & 0xFFFF);
      case LONG, DOUBLE -> Long.BYTES;
      case 3, 4, 9, 10, 11, 12, 17, 18 -> Integer.BYTES;
      case 7, 8, 16, 19, 20 -> Short.BYTES;
      case 15 -> Byte.BYTES + Short.BYTES;
      default ->
          throw new IllegalArgumentException(
              "the class file has a constant of unknown kind " + tag);
    };
  }

  /** Reads a field or a method. */
  private Method member() {
    int access = count();
    String name = text(count());
    String descriptor = text(count());
    boolean handles = false;
    for (int attributes = count(); attributes > 0; attributes--) {
      boolean code = text(count()).equals("Code");
      int length = in.getInt();
      int end = in.position() + length;
      if (code) {
        skip(2 * Short.BYTES); // the sizes of the stack and of the variables
        skip(in.getInt());
        handles = count() > 0;
      }
      in.position(end);
    }
    return new Method(access, name, descriptor, handles);
  }

  private String text(int index) {
    int at = constants[index] + 1;
    try {
      return new DataInputStream(new ByteArrayInputStream(file, at, file.length - at)).readUTF();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
