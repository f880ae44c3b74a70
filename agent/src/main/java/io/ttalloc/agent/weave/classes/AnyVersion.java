package io.ttalloc.agent.weave.classes;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Reads class files of any version, for the parts that all versions write in the same way: names,
 * super types and members. ASM refuses files that are newer than itself, and a class must not count
 * as not weavable before it is known that a rule is about it.
 *
 * <p>Not for weaving, which has to know all that is in a file.
 */
public final class AnyVersion {
  private static final int MAJOR_AT = 6;

  /** If ASM knows later ones already, they are copied without need. */
  private static final int LATEST = Opcodes.V26;

  private AnyVersion() {}

  /**
   * A reader, which pretends that a file that is too new has an older version.
   *
   * @throws RuntimeException it is no class file, or has constants of a kind that ASM does not know
   */
  public static ClassReader reader(byte[] classFile) {
    return new ClassReader(known(classFile));
  }

  /** The same class file with a version that ASM accepts. */
  public static byte[] known(byte[] classFile) {
    if (classFile.length <= MAJOR_AT + 1) {
      return classFile;
    }
    int major = ((classFile[MAJOR_AT] & 0xFF) << Byte.SIZE) | (classFile[MAJOR_AT + 1] & 0xFF);
    if (major <= LATEST) {
      return classFile;
    }
    byte[] copy = classFile.clone();
    copy[MAJOR_AT] = 0;
    copy[MAJOR_AT + 1] = LATEST;
    return copy;
  }
}
