package io.ttalloc.heap.dump;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A class of the dump: its name, its fields and their positions. */
public final class HeapClass {
  /** An instance field, identified by the class that declares it and its name. */
  public record NamedField(HeapClass declaredBy, String name) {}

  static final String REFERENCE = "java.lang.ref.Reference";

  /**
   * The packages of the agent. Since the agent only observes the application, references from
   * objects of these packages never count as keeping an object reachable.
   */
  private static final List<String> WATCHERS =
      List.of("io.ttalloc.probe.", "io.ttalloc.ledger.", "io.ttalloc.agent.");

  /** The common prefix of these names. */
  private static final String OWN = "io.ttalloc.";

  private static final String WATCHING_HOOKS = "java.lang.TtAllocHooks";

  final long id;
  final long loaderId;
  final long protectionDomainId;
  private final DumpFile dump;
  private final DumpIndex index;
  private final String name;
  private final boolean watcher;

  /** The position and the number of this class's static fields in the dump. */
  private final long statics;

  private final int staticCount;

  /** The position and the number of this class's instance fields in the dump. */
  private final long fields;

  private final int fieldCount;
  private final int ownBytes;
  private @Nullable HeapClass superclass;
  private boolean root;
  private int @Nullable [] referenceOffsets;
  private int referenceFields = -1;

  /**
   * Creates a class.
   *
   * @param record the position of the class's record, after the tag
   */
  HeapClass(DumpFile dump, DumpIndex index, String name, long record) {
    this.dump = dump;
    this.index = index;
    this.name = name;
    this.watcher = isWatcher(name);
    int idBytes = dump.idSize();
    this.id = dump.id(record);
    this.loaderId = dump.id(record + 4 + 2L * idBytes);
    this.protectionDomainId = dump.id(record + 4 + 4L * idBytes);
    long at = record + 8 + 7L * idBytes;
    int constants = dump.u2(at);
    at += 2;
    for (int i = 0; i < constants; i++) {
      at += 3 + HprofTags.bytesOf(dump.u1(at + 2), idBytes);
    }
    this.staticCount = dump.u2(at);
    at += 2;
    this.statics = at;
    for (int i = 0; i < staticCount; i++) {
      at += idBytes + 1 + HprofTags.bytesOf(dump.u1(at + idBytes), idBytes);
    }
    this.fieldCount = dump.u2(at);
    at += 2;
    this.fields = at;
    int bytes = 0;
    for (int i = 0; i < fieldCount; i++) {
      bytes += HprofTags.bytesOf(fieldType(i), idBytes);
    }
    this.ownBytes = bytes;
  }

  private long field(int number) {
    return fields + (long) number * (dump.idSize() + 1);
  }

  private int fieldType(int number) {
    return dump.u1(field(number) + dump.idSize());
  }

  private String fieldName(int number) {
    return DumpText.name(dump, index, dump.id(field(number)));
  }

  /** The name in the form of {@link Class#getTypeName}, without the address of a hidden class. */
  public String name() {
    return name;
  }

  public @Nullable HeapClass superclass() {
    return superclass;
  }

  void superclass(HeapClass of) {
    superclass = of;
  }

  /** Whether the JVM never unloads the class, because a loader of the JDK has defined it. */
  public boolean isRoot() {
    return root;
  }

  void markRoot() {
    root = true;
  }

  /**
   * Whether the class belongs to the agent; references from objects of the class do not count as
   * keeping other objects reachable.
   */
  public boolean isWatcher() {
    return watcher;
  }

  /** Whether a string is, or starts with, the name of one of the agent's classes. */
  public static boolean isWatcher(String text) {
    if (!text.startsWith(OWN)) {
      return text.startsWith(WATCHING_HOOKS);
    }
    return WATCHERS.stream().anyMatch(text::startsWith);
  }

  /** Whether this is the given class or one of its subclasses. */
  public boolean is(String className) {
    for (HeapClass c = this; c != null; c = c.superclass) {
      if (c.name.equals(className)) {
        return true;
      }
    }
    return false;
  }

  /** The number of reference fields of an instance. */
  int referenceFields() {
    int count = referenceFields;
    if (count < 0) {
      count = superclass == null ? 0 : superclass.referenceFields();
      for (int i = 0; i < fieldCount; i++) {
        count += fieldType(i) == HprofTags.TYPE_OBJECT ? 1 : 0;
      }
      referenceFields = count;
    }
    return count;
  }

  /** The offsets, within an instance, of the fields with strong references. */
  int[] referenceOffsets() {
    int[] known = referenceOffsets;
    if (known == null) {
      known = computeReferenceOffsets();
      referenceOffsets = known;
    }
    return known;
  }

  private int[] computeReferenceOffsets() {
    int[] offsets = new int[isWatcher() ? 0 : referenceFields()];
    int count = 0;
    int base = 0;
    for (HeapClass c = this; c != null && offsets.length > 0; c = c.superclass) {
      int offset = base;
      for (int i = 0; i < c.fieldCount; i++) {
        int type = c.fieldType(i);
        if (type == HprofTags.TYPE_OBJECT && !c.isWeak(i)) {
          offsets[count++] = offset;
        }
        offset += HprofTags.bytesOf(type, dump.idSize());
      }
      base += c.ownBytes;
    }
    return count == offsets.length ? offsets : Arrays.copyOf(offsets, count);
  }

  /**
   * Whether the collector follows the field only after it has found all strongly reachable objects.
   */
  private boolean isWeak(int number) {
    if (!name.equals(REFERENCE)) {
      return false;
    }
    String field = fieldName(number);
    return field.equals("referent") || field.equals("discovered");
  }

  /** The field at an offset within an instance. */
  @Nullable NamedField fieldAt(int offset) {
    int at = 0;
    for (HeapClass c = this; c != null; c = c.superclass) {
      for (int i = 0; i < c.fieldCount; i++) {
        if (at == offset) {
          return new NamedField(c, c.fieldName(i));
        }
        at += HprofTags.bytesOf(c.fieldType(i), dump.idSize());
      }
    }
    return null;
  }

  /**
   * The offset of a field within an instance; negative if there is no field with this name and
   * width.
   */
  int offsetOf(String field, int width) {
    int at = 0;
    for (HeapClass c = this; c != null; c = c.superclass) {
      for (int i = 0; i < c.fieldCount; i++) {
        int bytes = HprofTags.bytesOf(c.fieldType(i), dump.idSize());
        if (bytes == width && c.fieldName(i).equals(field)) {
          return at;
        }
        at += bytes;
      }
    }
    return -1;
  }

  /** The name of a static field by its number; null if there is no such field. */
  @Nullable String staticField(int number) {
    if (number < 0 || number >= staticCount) {
      return null;
    }
    long at = statics;
    for (int i = 0; i < number; i++) {
      at += staticBytes(at);
    }
    return DumpText.name(dump, index, dump.id(at));
  }

  private int staticBytes(long at) {
    int id = dump.idSize();
    return id + 1 + HprofTags.bytesOf(dump.u1(at + id), id);
  }

  /** The value of a four-byte static field; the default if there is none. */
  int staticNumber(String field, int otherwise) {
    int idBytes = dump.idSize();
    long at = statics;
    for (int i = 0; i < staticCount; i++) {
      boolean fits = staticBytes(at) == idBytes + 1 + 4;
      if (fits && DumpText.name(dump, index, dump.id(at)).equals(field)) {
        return dump.i4(at + idBytes + 1);
      }
      at += staticBytes(at);
    }
    return otherwise;
  }

  /** Receives the ids that static fields refer to. */
  interface StaticVisitor {
    void reference(long id, int number);
  }

  void visitStatics(StaticVisitor visitor) {
    int idBytes = dump.idSize();
    long at = statics;
    for (int i = 0; i < staticCount; i++) {
      if (dump.u1(at + idBytes) == HprofTags.TYPE_OBJECT) {
        visitor.reference(dump.id(at + idBytes + 1), i);
      }
      at += staticBytes(at);
    }
  }
}
