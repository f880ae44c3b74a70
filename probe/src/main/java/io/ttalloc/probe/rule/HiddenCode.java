package io.ttalloc.probe.rule;

import java.util.HashSet;
import java.util.Set;
import jdk.internal.access.SharedSecrets;
import jdk.internal.reflect.ConstantPool;

/**
 * Which names the code of a hidden class has. No agent is given its class file, and to ask the
 * class for its methods would load the classes of their parameters. Its constants can be read
 * without that: whatever it declares, its name and its descriptor are among them.
 */
final class HiddenCode {
  private HiddenCode() {}

  /**
   * The names and descriptors of all members that a class declares, beside names that it only uses
   * and other texts; empty if they cannot be read.
   */
  static Set<String> names(Class<?> type) {
    Set<String> names = new HashSet<>();
    try {
      ConstantPool constants = SharedSecrets.getJavaLangAccess().getConstantPool(type);
      int size = constants == null ? 0 : constants.getSize();
      for (int index = 1; index < size; index++) {
        if (constants.getTagAt(index) == ConstantPool.Tag.UTF8) {
          names.add(constants.getUTF8At(index));
        }
      }
    } catch (LinkageError e) {
      // A JDK without this access: its closes are taken for seen.
    }
    return names;
  }
}
