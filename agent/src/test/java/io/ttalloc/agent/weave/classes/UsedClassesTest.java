package io.ttalloc.agent.weave.classes;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.boot.BootClasses;
import io.ttalloc.rules.ClassPattern;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/** Tests that the JDK classes to which the probe and the ledger refer are never woven. */
class UsedClassesTest {
  private static final int CLASS = 7;

  /**
   * Packages that may be woven although the ledger uses them: only a thread of the agent, which
   * hooks ignore, maps the files of the ledger.
   */
  private static final Set<String> FILES = Set.of("java.io.", "java.nio.");

  @Test
  void whatProbeAndLedgerReferToIsNeverWoven() throws IOException {
    Set<String> used = used();

    assertThat(used).contains("java.lang.ThreadLocal", "java.util.HashMap", "java.io.File");
    assertThat(used)
        .filteredOn(name -> FILES.stream().noneMatch(name::startsWith))
        .filteredOn(name -> !isNeverWoven(name))
        .isEmpty();
  }

  /** Rules for these classes are useful, and no hook uses these classes. */
  @Test
  void whatOnlyLooksAlikeMayBeWoven() {
    assertThat(
            Set.of(
                "java.lang.Process",
                "java.lang.ProcessImpl",
                "java.lang.foreign.Arena",
                "java.lang.ref.Cleaner",
                "java.util.Scanner",
                "java.util.ServiceLoader",
                "java.util.Timer",
                "java.util.concurrent.ThreadPoolExecutor",
                "java.util.zip.Inflater",
                "jdk.internal.net.http.HttpClientImpl"))
        .noneMatch(UsedClassesTest::isNeverWoven);
    assertThat(Set.of("java.lang.ref.Reference", "java.util.Map$Entry", "java.lang.Object"))
        .allMatch(UsedClassesTest::isNeverWoven);
  }

  private static boolean isNeverWoven(String className) {
    return NeverWoven.contains(new ClassPattern(className, ClassPattern.Kind.CLASS));
  }

  private static Set<String> used() throws IOException {
    Set<String> used = new TreeSet<>();
    try (InputStream raw =
        BootClasses.class.getClassLoader().getResourceAsStream(BootClasses.IMAGE)) {
      DataInputStream in = new DataInputStream(Objects.requireNonNull(raw, BootClasses.IMAGE));
      for (int left = in.readInt(); left > 0; left--) {
        String unused = in.readUTF();
        addUsed(in.readNBytes(in.readInt()), used);
      }
    }
    return used;
  }

  private static void addUsed(byte[] classFile, Set<String> used) {
    ClassReader reader = new ClassReader(classFile);
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int offset = reader.getItem(i);
      if (offset > 0 && classFile[offset - 1] == CLASS) {
        Type type = Type.getObjectType(reader.readUTF8(offset, buffer));
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        if (element.getSort() == Type.OBJECT && !element.getClassName().startsWith("io.ttalloc.")) {
          used.add(element.getClassName());
        }
      }
    }
  }
}
