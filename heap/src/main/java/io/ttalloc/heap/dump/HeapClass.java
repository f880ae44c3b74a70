package io.ttalloc.heap.dump;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A class of the dump: its name, its fields and where they lie. */
public final class HeapClass {
  /**
   * A field.
   *
   * @param position of an instance field the offset within its own class's part of an instance, of
   *     a static field the position of the value in the dump
   */
  record Field(String name, int type, long position) {
    boolean isReference() {
      return type == HprofTags.TYPE_OBJECT;
    }
  }

  /** An instance field as a reader of the source knows it. */
  public record NamedField(HeapClass declaredBy, String name) {}

  private static final String REFERENCE = "java.lang.ref.Reference";

  /** What watches the application; it never counts as what keeps an object. */
  private static final List<String> WATCHERS =
      List.of("io.ttalloc.probe.", "io.ttalloc.ledger.", "io.ttalloc.agent.");

  private static final String WATCHING_HOOKS = "java.lang.TtAllocHooks";

  final long id;
  final long loaderId;
  final long protectionDomainId;
  final List<Field> statics;
  private final String name;
  private final List<Field> fields;
  private final int ownBytes;
  private final boolean watcher;
  private @Nullable HeapClass superclass;
  private boolean root;
  private int @Nullable [] referenceOffsets;

  HeapClass(
      long id,
      long loaderId,
      long protectionDomainId,
      String name,
      List<Field> statics,
      List<Field> fields,
      int ownBytes) {
    this.id = id;
    this.loaderId = loaderId;
    this.protectionDomainId = protectionDomainId;
    this.name = name;
    this.statics = statics;
    this.fields = fields;
    this.ownBytes = ownBytes;
    this.watcher = isWatcher(name);
  }

  /** The name as {@link Class#getTypeName} has it, without the address of a hidden class. */
  public String name() {
    return name;
  }

  public @Nullable HeapClass superclass() {
    return superclass;
  }

  void superclass(HeapClass of) {
    superclass = of;
  }

  /** Whether the JVM never unloads it: a loader of the JDK has defined it. */
  public boolean isRoot() {
    return root;
  }

  void markRoot() {
    root = true;
  }

  /** Whether it is of the agent; what its objects refer to is not kept by them. */
  public boolean isWatcher() {
    return watcher;
  }

  /** Whether the name of a class, or a text that begins with it, is of the agent. */
  public static boolean isWatcher(String text) {
    return text.startsWith(WATCHING_HOOKS) || WATCHERS.stream().anyMatch(text::startsWith);
  }

  /** Whether it is a class or one of its subclasses. */
  public boolean is(String className) {
    for (HeapClass c = this; c != null; c = c.superclass) {
      if (c.name.equals(className)) {
        return true;
      }
    }
    return false;
  }

  /** The bytes that the fields of an instance have in the dump. */
  int bytes() {
    int bytes = 0;
    for (HeapClass c = this; c != null; c = c.superclass) {
      bytes += c.ownBytes;
    }
    return bytes;
  }

  /** How many fields of an instance are references. */
  int referenceFields() {
    int count = 0;
    for (HeapClass c = this; c != null; c = c.superclass) {
      for (Field field : c.fields) {
        count += field.isReference() ? 1 : 0;
      }
    }
    return count;
  }

  /** The offsets, within an instance, of the fields that are strong references. */
  int[] referenceOffsets() {
    int[] known = referenceOffsets;
    if (known == null) {
      known = computeReferenceOffsets();
      referenceOffsets = known;
    }
    return known;
  }

  private int[] computeReferenceOffsets() {
    IntStream.Builder offsets = IntStream.builder();
    int base = 0;
    for (HeapClass c = this; c != null; c = c.superclass) {
      for (Field field : c.fields) {
        if (field.isReference() && !c.isWeak(field)) {
          offsets.add(base + (int) field.position());
        }
      }
      base += c.ownBytes;
    }
    return isWatcher() ? new int[0] : offsets.build().toArray();
  }

  /** Whether the collector follows the field only after it has found what is strongly reachable. */
  private boolean isWeak(Field field) {
    return name.equals(REFERENCE)
        && (field.name().equals("referent") || field.name().equals("discovered"));
  }

  /** The field at an offset within an instance. */
  @Nullable NamedField fieldAt(int offset) {
    int base = 0;
    for (HeapClass c = this; c != null; c = c.superclass) {
      for (Field field : c.fields) {
        if (base + field.position() == offset) {
          return new NamedField(c, field.name());
        }
      }
      base += c.ownBytes;
    }
    return null;
  }

  /** The offset of a field within an instance; negative if there is none of this width. */
  int offsetOf(String field, int width, int idSize) {
    int base = 0;
    for (HeapClass c = this; c != null; c = c.superclass) {
      for (Field candidate : c.fields) {
        if (candidate.name().equals(field)
            && HprofTags.bytesOf(candidate.type(), idSize) == width) {
          return base + (int) candidate.position();
        }
      }
      base += c.ownBytes;
    }
    return -1;
  }
}
