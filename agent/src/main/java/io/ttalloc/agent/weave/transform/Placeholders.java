package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.weave.classes.AnyVersion;
import io.ttalloc.cache.DamagedException;
import org.objectweb.asm.ClassReader;

/**
 * Numbers in woven code that stand for the indexes of types and scopes. The probe assigns the
 * indexes in the order of registration, so the indexes differ between processes. Each placeholder
 * is a constant of the class file that differs from all other constants in the file, so that an
 * index can be written in its place. Immutable.
 */
final class Placeholders {
  /** The maximum number of types, and also of scopes; a class has only a handful. */
  static final int MAX_COUNT = 1 << 12;

  private static final int FIRST = 0x7474_0000;
  private static final int INTEGER = 3;

  /**
   * The first placeholder for a type; the placeholders for scopes follow the last placeholder for a
   * type.
   */
  private final int first;

  private Placeholders(int first) {
    this.first = first;
  }

  /** Returns placeholders that do not occur in a class file. */
  static Placeholders notIn(byte[] classFile) {
    ClassReader reader = AnyVersion.reader(classFile);
    Placeholders tried = new Placeholders(FIRST);
    while (tried.countIn(reader) > 0) {
      tried = new Placeholders(tried.first + 2 * MAX_COUNT);
    }
    return tried;
  }

  int ofType(int number) {
    return first + checked(number);
  }

  int ofScope(int number) {
    return first + MAX_COUNT + checked(number);
  }

  private static int checked(int number) {
    if (number >= MAX_COUNT) {
      throw new IllegalStateException(
          "the class needs more than " + MAX_COUNT + " types or scopes");
    }
    return number;
  }

  private int countIn(ClassReader reader) {
    int count = 0;
    for (int i = 1; i < reader.getItemCount(); i++) {
      count += numberAt(reader, i) >= 0 ? 1 : 0;
    }
    return count;
  }

  /** The number of the placeholder in a constant; negative if the constant is not a placeholder. */
  private int numberAt(ClassReader reader, int item) {
    int at = reader.getItem(item);
    // 0 is the second half of a long or a double.
    if (at == 0 || reader.readByte(at - 1) != INTEGER) {
      return -1;
    }
    int number = reader.readInt(at) - first;
    return number < 2 * MAX_COUNT ? number : -1;
  }

  /**
   * The offsets of placeholders in a class file, each followed by the number of the placeholder
   * there.
   */
  int[] in(byte[] woven) {
    ClassReader reader = new ClassReader(woven);
    int[] places = new int[2 * countIn(reader)];
    int next = 0;
    for (int i = 1; i < reader.getItemCount(); i++) {
      int number = numberAt(reader, i);
      if (number >= 0) {
        places[next++] = reader.getItem(i);
        places[next++] = number;
      }
    }
    return places;
  }

  /**
   * Writes indexes into a class file.
   *
   * @param places as returned by {@link #in}
   */
  static void fill(byte[] woven, int[] places, int[] types, int[] scopes) {
    for (int i = 0; i + 1 < places.length; i += 2) {
      int number = places[i + 1];
      int[] indexes = number < MAX_COUNT ? types : scopes;
      int index = number < MAX_COUNT ? number : number - MAX_COUNT;
      if (index < 0 || index >= indexes.length || places[i] < 0 || places[i] > woven.length - 4) {
        throw new DamagedException();
      }
      write(woven, places[i], indexes[index]);
    }
  }

  private static void write(byte[] woven, int at, int value) {
    for (int i = 0; i < Integer.BYTES; i++) {
      woven[at + i] = (byte) (value >>> (Integer.SIZE - Byte.SIZE - Byte.SIZE * i));
    }
  }
}
