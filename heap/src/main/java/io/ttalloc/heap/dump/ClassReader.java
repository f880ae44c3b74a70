package io.ttalloc.heap.dump;

import io.ttalloc.heap.dump.HeapClass.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads all classes of a dump. */
final class ClassReader {
  /** No program has a deeper hierarchy; a damaged dump may have a circle. */
  private static final int MAX_DEPTH = 1_000;

  private static final String LOADERS = "jdk.internal.loader.ClassLoaders$";
  private static final Set<String> PLATFORM_LOADERS =
      Set.of(LOADERS + "BootClassLoader", LOADERS + "PlatformClassLoader");
  private static final String APPLICATION_LOADER = LOADERS + "AppClassLoader";

  private final DumpFile dump;
  private final DumpIndex index;
  private final Map<Long, String> names = new HashMap<>();

  ClassReader(DumpFile dump, DumpIndex index) {
    this.dump = dump;
    this.index = index;
  }

  /** The classes in the order of {@link DumpIndex#classes}. */
  List<HeapClass> read() throws UnreadableDumpException {
    List<HeapClass> classes = new ArrayList<>(index.classes.size());
    for (int i = 0; i < index.classes.size(); i++) {
      classes.add(readClass(index.classes.value(i)));
    }
    for (int i = 0; i < classes.size(); i++) {
      int superclass = index.classes.indexOf(dump.id(index.classes.value(i) + dump.idSize() + 4));
      if (superclass >= 0) {
        classes.get(i).superclass(classes.get(superclass));
      }
    }
    for (HeapClass c : classes) {
      checkDepth(c);
    }
    markRoots(classes);
    return classes;
  }

  private HeapClass readClass(long body) {
    int id = dump.idSize();
    long at = body + 8 + 7L * id;
    int constants = dump.u2(at);
    at += 2;
    for (int i = 0; i < constants; i++) {
      at += 3 + HprofTags.bytesOf(dump.u1(at + 2), id);
    }
    int count = dump.u2(at);
    at += 2;
    List<Field> statics = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int type = dump.u1(at + id);
      statics.add(new Field(name(dump.id(at)), type, at + id + 1));
      at += id + 1 + HprofTags.bytesOf(type, id);
    }
    count = dump.u2(at);
    at += 2;
    List<Field> fields = new ArrayList<>(count);
    int offset = 0;
    for (int i = 0; i < count; i++) {
      int type = dump.u1(at + id);
      fields.add(new Field(name(dump.id(at)), type, offset));
      offset += HprofTags.bytesOf(type, id);
      at += id + 1;
    }
    return new HeapClass(
        dump.id(body),
        dump.id(body + 4 + 2L * id),
        dump.id(body + 4 + 4L * id),
        ClassNames.typeName(name(index.classNames.valueOf(dump.id(body)))),
        List.copyOf(statics),
        List.copyOf(fields),
        offset);
  }

  private String name(long nameId) {
    return names.computeIfAbsent(nameId, unused -> DumpText.name(dump, index, nameId));
  }

  private static void checkDepth(HeapClass of) throws UnreadableDumpException {
    int depth = 0;
    for (HeapClass c = of; c != null; c = c.superclass()) {
      if (++depth > MAX_DEPTH) {
        throw new UnreadableDumpException(
            "is damaged: " + of.name() + " has more than " + MAX_DEPTH + " superclasses");
      }
    }
  }

  private void markRoots(List<HeapClass> classes) {
    for (HeapClass c : classes) {
      String loader = c.loaderId == 0 ? "" : loaderType(c.loaderId, classes);
      boolean ofPlatform = c.loaderId == 0 || PLATFORM_LOADERS.contains(loader);
      // A hidden class, as of a lambda, is unloaded before its loader.
      if (!c.name().contains("$$Lambda") && (ofPlatform || loader.equals(APPLICATION_LOADER))) {
        c.markRoot();
      }
    }
  }

  /** The name of the class of a loader; empty if the dump does not have it. */
  private String loaderType(long loader, List<HeapClass> classes) {
    long record = index.objects.positionOf(loader);
    if (record < 0 || dump.u1(record) != HprofTags.INSTANCE_DUMP) {
      return "";
    }
    int type = index.classes.indexOf(dump.id(record + 5 + dump.idSize()));
    return type < 0 ? "" : classes.get(type).name();
  }
}
