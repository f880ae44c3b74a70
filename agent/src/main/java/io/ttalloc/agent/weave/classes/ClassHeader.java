package io.ttalloc.agent.weave.classes;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * The supertypes that a class file declares. They are needed for every class that is loaded, so
 * they are read in place: a {@link ClassReader} would first create tables of all constants. Reads
 * class files of any version. Immutable.
 */
public final class ClassHeader {
  private static final String OBJECT = "java/lang/Object";
  private static final byte[] OBJECT_BYTES = OBJECT.getBytes(StandardCharsets.US_ASCII);

  private static final int COUNT_AT = 8;
  private static final int CONSTANTS_AT = 10;

  // Offsets from the end of the constants.
  private static final int SUPER_CLASS_AT = 4;
  private static final int INTERFACES_AT = 6;

  private static final int UTF8 = 1;
  private static final int CLASS = 7;

  /** The length of a constant including its tag, by tag; 0 if it is unknown or varies. */
  private static final byte[] LENGTHS = {
    0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3
  };

  /**
   * The maximum number of interfaces to read in place; searching the constants for each interface
   * of a longer list would take too long.
   */
  private static final int MAX_IN_PLACE = 16;

  private static final int BUFFER_BYTES = 1 << 15;
  private static final int STEP_BYTES = 1 << 12;

  /** A buffer that is not in use; null if there is none. */
  private static final AtomicReference<byte @Nullable []> SPARE = new AtomicReference<>();

  private final String[] superTypes;

  private ClassHeader(String[] superTypes) {
    this.superTypes = superTypes;
  }

  /** The internal names of the superclass and then of the interfaces. Must not be modified. */
  public String[] superTypes() {
    return superTypes;
  }

  /** The header of a class file that has been parsed. */
  public static ClassHeader of(ClassReader reader) {
    String superClass = reader.getSuperName();
    String[] interfaces = reader.getInterfaces();
    if (superClass == null) {
      return new ClassHeader(interfaces);
    }
    String[] all = new String[interfaces.length + 1];
    all[0] = superClass;
    System.arraycopy(interfaces, 0, all, 1, interfaces.length);
    return new ClassHeader(all);
  }

  /**
   * The header of a class file.
   *
   * @throws RuntimeException if it is not a class file, or has constants of an unknown kind
   */
  public static ClassHeader of(byte[] file) {
    ClassHeader header = of(file, file.length);
    if (header == null) {
      throw new IllegalArgumentException("the class file ends too early");
    }
    return header;
  }

  /**
   * Reads as much of a class file as is needed.
   *
   * @return null if it is not a class file
   */
  static @Nullable ClassHeader read(InputStream in) throws IOException {
    byte[] spare = SPARE.getAndSet(null);
    byte[] buffer = spare == null ? new byte[BUFFER_BYTES] : spare;
    try {
      return read(in, buffer);
    } catch (RuntimeException e) {
      return null;
    } finally {
      SPARE.set(buffer);
    }
  }

  private static @Nullable ClassHeader read(InputStream in, byte[] empty) throws IOException {
    byte[] buffer = empty;
    int length = 0;
    while (length < ClassFiles.MAX_BYTES) {
      if (length == buffer.length) {
        buffer = Arrays.copyOf(buffer, 2 * length);
      }
      int requested = Math.min(Math.max(STEP_BYTES, length), buffer.length - length);
      int read = in.readNBytes(buffer, length, requested);
      length += read;
      ClassHeader header = of(buffer, length);
      if (header != null || read < requested) {
        return header;
      }
    }
    return null;
  }

  /** The header of a class file that may have been read only in part; null if more is needed. */
  private static @Nullable ClassHeader of(byte[] file, int length) {
    if (length < CONSTANTS_AT) {
      return null;
    }
    if ((unsignedShort(file, 0) << Short.SIZE | unsignedShort(file, Short.BYTES))
        != ClassFiles.MAGIC) {
      throw new IllegalArgumentException("not a class file");
    }
    int end = constant(file, length, unsignedShort(file, COUNT_AT));
    int at = end + INTERFACES_AT;
    if (end < 0 || at + Short.BYTES > length) {
      return null;
    }
    int interfaces = unsignedShort(file, at);
    if (at + Short.BYTES * (1 + interfaces) > length) {
      return null;
    }
    if (interfaces > MAX_IN_PLACE) {
      return of(AnyVersion.reader(Arrays.copyOf(file, length)));
    }
    int superClass = unsignedShort(file, end + SUPER_CLASS_AT);
    String[] all = new String[(superClass == 0 ? 0 : 1) + interfaces];
    if (superClass != 0) {
      all[0] = className(file, end, superClass);
    }
    for (int i = all.length - interfaces; i < all.length; i++) {
      at += Short.BYTES;
      all[i] = className(file, end, unsignedShort(file, at));
    }
    return new ClassHeader(all);
  }

  /**
   * The offset of a constant; if the index equals the count of constants in the header, the offset
   * of the end of the constants. -1 if the data ends before that offset.
   */
  private static int constant(byte[] file, int length, int index) {
    int at = CONSTANTS_AT;
    for (int i = 1; i < index; i++) {
      if (at + 1 + Short.BYTES > length) {
        return -1;
      }
      int tag = file[at];
      if (tag == UTF8) {
        at += 1 + Short.BYTES + unsignedShort(file, at + 1);
      } else {
        int size = tag > 0 && tag < LENGTHS.length ? LENGTHS[tag] : 0;
        if (size == 0) {
          throw new IllegalArgumentException(
              "the class file has a constant of unknown kind " + tag);
        }
        if (size == 1 + Long.BYTES) {
          i++; // A long or a double occupies two indexes.
        }
        at += size;
      }
    }
    return at > length ? -1 : at;
  }

  private static String className(byte[] file, int end, int index) {
    int at = constant(file, end, index);
    int text = at < 0 || at == end ? -1 : constant(file, end, unsignedShort(file, at + 1));
    if (text < 0 || text == end || file[at] != CLASS || file[text] != UTF8) {
      throw new IllegalArgumentException(
          "constant " + index + " of the class file is not a class name");
    }
    int length = unsignedShort(file, text + 1);
    int from = text + 1 + Short.BYTES;
    if (Arrays.equals(file, from, from + length, OBJECT_BYTES, 0, OBJECT_BYTES.length)) {
      return OBJECT;
    }
    for (int i = from; i < from + length; i++) {
      if (file[i] < 0) {
        return notAscii(file, text + 1, length);
      }
    }
    return new String(file, from, length, StandardCharsets.ISO_8859_1);
  }

  private static String notAscii(byte[] file, int from, int length) {
    try {
      return new DataInputStream(new ByteArrayInputStream(file, from, Short.BYTES + length))
          .readUTF();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int unsignedShort(byte[] file, int at) {
    return ((file[at] & 0xFF) << Byte.SIZE) | (file[at + 1] & 0xFF);
  }
}
