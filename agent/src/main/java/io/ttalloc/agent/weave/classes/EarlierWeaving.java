package io.ttalloc.agent.weave.classes;

import io.ttalloc.probe.Hooks;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.objectweb.asm.ClassReader;

/**
 * Detects whether a class file already calls hooks. The file of a loaded class does, and other
 * agents pass it on instead of the file from which the class was loaded. If it were woven again,
 * each call would be recorded twice.
 */
public final class EarlierWeaving {
  private static final int UTF8 = 1;
  private static final int CLASS = 7;

  /** The name of the hooks' class, as a constant in a class file. */
  private static final byte[] HOOKS =
      Hooks.class.getName().replace('.', '/').getBytes(StandardCharsets.US_ASCII);

  private EarlierWeaving() {}

  public static boolean isIn(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    for (int i = 1; i < reader.getItemCount(); i++) {
      // The offset points to the byte after the tag; 0 is the second half of a long or a double.
      int offset = reader.getItem(i);
      if (offset > 0
          && classFile[offset - 1] == CLASS
          && isHooks(classFile, reader.getItem(reader.readUnsignedShort(offset)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHooks(byte[] classFile, int text) {
    int from = text + Short.BYTES;
    int length = ((classFile[text] & 0xFF) << Byte.SIZE) | (classFile[text + 1] & 0xFF);
    return classFile[text - 1] == UTF8
        && Arrays.equals(classFile, from, from + length, HOOKS, 0, HOOKS.length);
  }
}
