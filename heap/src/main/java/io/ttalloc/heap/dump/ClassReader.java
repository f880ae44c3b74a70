package io.ttalloc.heap.dump;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads all classes of a dump. */
final class ClassReader {
  /**
   * The maximum depth of a class hierarchy, larger than in any program. The limit is necessary
   * because the superclasses in a damaged dump may form a cycle.
   */
  private static final int MAX_DEPTH = 1_000;

  private static final String LOADERS = "jdk.internal.loader.ClassLoaders$";
  private static final Set<String> PLATFORM_LOADERS =
      Set.of(LOADERS + "BootClassLoader", LOADERS + "PlatformClassLoader");
  private static final String APPLICATION_LOADER = LOADERS + "AppClassLoader";

  private final DumpFile dump;
  private final DumpIndex index;

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
    return classes;
  }

  private HeapClass readClass(long body) {
    String name = DumpText.name(dump, index, index.classNames.valueOf(dump.id(body)));
    HeapClass read = new HeapClass(dump, index, ClassNames.typeName(name), body);
    if (read.loaderId == 0 && !isHidden(read)) {
      read.markRoot();
    }
    return read;
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

  /**
   * Whether a class is hidden, such as the class of a lambda. A hidden class may be unloaded before
   * its loader.
   */
  private static boolean isHidden(HeapClass type) {
    return type.name().contains("$$Lambda");
  }

  /**
   * Marks as roots the classes that were defined by the JDK's own class loaders, except hidden
   * classes. The positions of objects must already be known.
   */
  void markRoots(List<HeapClass> classes) {
    long lastLoader = 0;
    String loader = "";
    for (HeapClass c : classes) {
      if (c.loaderId != lastLoader) {
        lastLoader = c.loaderId;
        loader = c.loaderId == 0 ? "" : loaderType(c.loaderId, classes);
      }
      if (c.loaderId != 0
          && (PLATFORM_LOADERS.contains(loader) || loader.equals(APPLICATION_LOADER))
          && !isHidden(c)) {
        c.markRoot();
      }
    }
  }

  /** The class name of a loader; empty if the dump does not contain the loader. */
  private String loaderType(long loader, List<HeapClass> classes) {
    long record = index.objects.positionOf(loader);
    if (record < 0 || dump.u1(record) != HprofTags.INSTANCE_DUMP) {
      return "";
    }
    int type = index.classes.indexOf(dump.id(record + 5 + dump.idSize()));
    return type < 0 ? "" : classes.get(type).name();
  }
}
