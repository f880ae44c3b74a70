package io.ttalloc.boot.build;

import io.ttalloc.boot.BootClasses;
import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.mapped.SegmentedFile;
import io.ttalloc.ledger.slots.Slots;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.Probe;
import io.ttalloc.probe.close.Closings;
import io.ttalloc.probe.commit.Endings;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.open.Openings;
import io.ttalloc.probe.own.Scopes;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.stack.StackCapture;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Writes the boot image at build time: all classes of the ledger's writer and of the probe, and the
 * hooks under the name that woven code uses. Each class comes after its supertypes and its nest
 * host, so that the classes can be defined one after another.
 */
public final class BootImageBuilder {
  private static final String HOOKS = "io/ttalloc/probe/Hooks";
  private static final String STACK_ROOM = "io/ttalloc/probe/hook/StackRoom";

  /**
   * One class from each package in the image; subpackages that are not listed stay in the agent's
   * jar.
   */
  private static final List<Class<?>> PACKAGES =
      List.of(
          LedgerLayout.class,
          SegmentedFile.class,
          Slots.class,
          LedgerWriter.class,
          Probe.class,
          ProbeRules.class,
          Resource.class,
          ThreadState.class,
          StackCapture.class,
          Endings.class,
          Closings.class,
          Scopes.class,
          Openings.class);

  private BootImageBuilder() {}

  /**
   * Writes the image.
   *
   * @param args the folder of the agent's class files
   */
  public static void main(String[] args) throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    for (Class<?> member : PACKAGES) {
      read(member, classes);
    }
    Map<String, byte[]> sorted = new LinkedHashMap<>();
    for (String name : classes.keySet()) {
      add(name, classes, sorted);
    }
    Path image = Path.of(args[0], BootClasses.IMAGE);
    Files.createDirectories(image.getParent());
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(image))) {
      Map<String, byte[]> linked = StaticLinker.link(sorted);
      out.writeInt(linked.size());
      for (Map.Entry<String, byte[]> entry : linked.entrySet()) {
        out.writeUTF(entry.getKey());
        out.writeInt(entry.getValue().length);
        out.write(entry.getValue());
      }
    }
  }

  /** Reads the classes of one package, without its subpackages. */
  private static void read(Class<?> member, Map<String, byte[]> into) throws IOException {
    URI location =
        URI.create(member.getProtectionDomain().getCodeSource().getLocation().toString());
    String folder = member.getPackageName().replace('.', '/');
    if (location.getPath().endsWith(".jar")) {
      try (FileSystem jar = FileSystems.newFileSystem(Path.of(location))) {
        readFolder(jar.getPath(folder), folder, into);
      }
    } else {
      readFolder(Path.of(location).resolve(folder), folder, into);
    }
  }

  private static void readFolder(Path folder, String name, Map<String, byte[]> into)
      throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> found = Files.list(folder)) {
      found.forEach(files::add);
    }
    for (Path file : files) {
      String fileName = file.getFileName().toString();
      if (fileName.endsWith(".class") && !fileName.equals("package-info.class")) {
        String className = name + "/" + fileName.substring(0, fileName.length() - 6);
        into.put(className, Files.readAllBytes(file));
      }
    }
  }

  private static void add(String name, Map<String, byte[]> from, Map<String, byte[]> to) {
    byte[] bytes = from.get(name);
    if (bytes == null || to.containsKey(newName(name))) {
      return;
    }
    ClassReader reader = new ClassReader(bytes);
    add(reader.getSuperName(), from, to);
    for (String superInterface : reader.getInterfaces()) {
      add(superInterface, from, to);
    }
    int nested = name.indexOf('$');
    if (nested > 0) {
      add(name.substring(0, nested), from, to);
    }
    ClassWriter writer = new ClassWriter(0);
    ClassVisitor remapper =
        new ClassRemapper(writer, new SimpleRemapper(Opcodes.ASM9, HOOKS, BootClasses.HOOKS));
    reader.accept(name.equals(STACK_ROOM) ? new StackRoomFrames(remapper) : remapper, 0);
    to.put(newName(name), writer.toByteArray());
  }

  private static String newName(String name) {
    return name.equals(HOOKS) ? BootClasses.HOOKS : name;
  }
}
