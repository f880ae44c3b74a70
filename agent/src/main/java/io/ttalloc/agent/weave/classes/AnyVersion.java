package io.ttalloc.agent.weave.classes;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Reads class files of any version, for the parts that have the same format in all versions: names,
 * supertypes and members. ASM refuses files that are newer than itself, and a class must not count
 * as unweavable before it is known that a rule applies to it.
 *
 * <p>Not for weaving, which has to understand everything in a file.
 */
public final class AnyVersion {
  private static final int MAJOR_AT = 6;

  /**
   * The latest version that ASM is known to accept. If ASM accepts later versions, class files of
   * these versions are copied unnecessarily.
   */
  private static final int LATEST = Opcodes.V26;

  private AnyVersion() {}

  /**
   * Creates a reader that treats a file that is too new as one of an older version.
   *
   * @throws RuntimeException if it is not a class file, or has constants of a kind that ASM does
   *     not know
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
