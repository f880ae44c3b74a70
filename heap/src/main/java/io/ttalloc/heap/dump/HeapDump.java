package io.ttalloc.heap.dump;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A heap dump of HotSpot. Objects, which include classes, are numbered from 0 in the order of the
 * dump; a negative number represents null or an object that the dump does not contain.
 *
 * <p>Not thread-safe.
 */
public final class HeapDump implements Closeable {
  /** Sizes of HotSpot's headers with compressed class pointers, which nearly every JVM uses. */
  private static final int OBJECT_HEADER = 12;

  private static final int ARRAY_HEADER = 16;

  private final DumpFile dump;
  private final DumpIndex index;
  private final ClassTable classes;
  private final References references;
  private final boolean littleEndian;
  private final int referenceBytes;
  private final ReferenceGraph graph;

  private HeapDump(
      DumpFile dump, DumpIndex index, DumpScanner scanner, ClassTable classes, MemoryBudget budget)
      throws UnreadableDumpException {
    this.dump = dump;
    this.index = index;
    this.classes = classes;
    this.references = new References(dump, index, classes);
    this.littleEndian = isLittleEndian(classes.all());
    this.referenceBytes = dump.idSize() == 8 && index.objects.hasHighAddresses() ? 8 : 4;
    this.graph = ReferenceGraph.read(dump, index, classes, references, scanner, budget);
  }

  /**
   * Reads the structure of a dump.
   *
   * @param heapBytes the maximum amount of this process's heap that the dump may use, in bytes
   * @throws UnreadableDumpException if the file is not a complete dump of HotSpot, or has too many
   *     objects for the heap of this process
   */
  public static HeapDump open(Path file, long heapBytes) throws IOException {
    DumpFile dump = DumpFile.open(file);
    try {
      MemoryBudget budget = new MemoryBudget(heapBytes);
      DumpIndex index = new DumpIndex(budget);
      DumpScanner scanner = new DumpScanner(dump, index);
      scanner.scan();
      ClassReader reader = new ClassReader(dump, index);
      List<HeapClass> classes = reader.read();
      HeapDump heap =
          new HeapDump(dump, index, scanner, new ClassTable(dump, index, classes), budget);
      // Class loaders are objects, and the positions of objects are known only now.
      reader.markRoots(classes);
      return heap;
    } catch (Throwable e) {
      dump.close();
      throw e;
    }
  }

  /**
   * Whether the dumped JVM stores the low byte of a character first, as determined from a static
   * field of a JDK class in the dump.
   */
  private static boolean isLittleEndian(List<HeapClass> classes) {
    for (HeapClass type : classes) {
      if (type.name().equals("java.lang.StringUTF16")) {
        return type.staticNumber("HI_BYTE_SHIFT", 0) == 0;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    dump.close();
  }

  /**
   * Checks that a file begins like a HotSpot heap dump.
   *
   * @throws UnreadableDumpException if it does not
   */
  public static void checkHeader(Path file) throws IOException {
    try (DumpFile dump = DumpFile.open(file)) {
      long unused = DumpHeader.read(dump);
    }
  }

  /**
   * The time at which the dump was started, in milliseconds since the epoch. At that time, all
   * threads were stopped.
   */
  public long takenMillis() {
    return DumpHeader.takenMillis(dump);
  }

  /** The objects and their ids. */
  public ObjectTable objects() {
    return index.objects;
  }

  /** The classes, in the order of the dump. */
  public List<HeapClass> classes() {
    return classes.all();
  }

  public Roots roots() {
    return new Roots(this, dump, index);
  }

  /** The references of all objects. */
  public ReferenceGraph graph() {
    return graph;
  }

  /** The references of objects, with the names of fields. */
  public References references() {
    return references;
  }

  /** The class that an object represents; null if the object is not a class. */
  public @Nullable HeapClass asClass(int object) {
    return classes.asClass(object);
  }

  /** The class of an object; null for a class and for an array of primitives. */
  public @Nullable HeapClass classOf(int object) {
    return classes.of(object);
  }

  /** The name of the class of an instance or an array of references; "?" for any other object. */
  public String typeName(int object) {
    HeapClass type = classOf(object);
    return type == null ? "?" : type.name();
  }

  public boolean isInstance(int object) {
    return tag(object) == HprofTags.INSTANCE_DUMP;
  }

  public boolean isObjectArray(int object) {
    return tag(object) == HprofTags.OBJECT_ARRAY_DUMP;
  }

  /** The object number of a class. */
  public int indexOf(HeapClass of) {
    return index.objects.indexOf(of.id);
  }

  private int tag(int object) {
    return classes.tag(object);
  }

  /** The object that an instance's field refers to. */
  public int reference(int object, String field) {
    long position = position(object, field, dump.idSize());
    return position < 0 ? -1 : index.objects.indexOf(dump.id(position));
  }

  /** The value of an int or float field of an instance; the default if there is no such field. */
  public int number(int object, String field, int otherwise) {
    long position = position(object, field, 4);
    return position < 0 ? otherwise : dump.i4(position);
  }

  /** The value of a long or double field of an instance; the default if there is no such field. */
  public long longNumber(int object, String field, long otherwise) {
    long position = position(object, field, 8);
    return position < 0 ? otherwise : dump.i8(position);
  }

  /** The value of a one-byte field of an instance; the default if there is no such field. */
  public int byteNumber(int object, String field, int otherwise) {
    long position = position(object, field, 1);
    return position < 0 ? otherwise : dump.u1(position);
  }

  /** The value of a two-byte field of an instance; the default if there is no such field. */
  public int shortNumber(int object, String field, int otherwise) {
    long position = position(object, field, 2);
    return position < 0 ? otherwise : dump.u2(position);
  }

  private long position(int object, String field, int width) {
    HeapClass type = isInstance(object) ? classOf(object) : null;
    int offset = type == null ? -1 : type.offsetOf(field, width);
    return offset < 0 || offset + width > instanceBytes(object) ? -1 : fields(object) + offset;
  }

  /** The position of the field values of an instance. */
  private long fields(int instance) {
    return index.objects.position(instance) + 9 + 2L * dump.idSize();
  }

  private long instanceBytes(int instance) {
    return dump.u4(index.objects.position(instance) + 5 + 2L * dump.idSize());
  }

  /** The length of an array; 0 for any other object. */
  public int length(int object) {
    int tag = tag(object);
    boolean array = tag == HprofTags.OBJECT_ARRAY_DUMP || tag == HprofTags.PRIMITIVE_ARRAY_DUMP;
    return array ? Math.max(0, dump.i4(index.objects.position(object) + 5 + dump.idSize())) : 0;
  }

  /** An element of an array of objects. */
  public int element(int array, int at) {
    if (!isObjectArray(array) || at < 0 || at >= length(array)) {
      return -1;
    }
    int id = dump.idSize();
    return index.objects.indexOf(
        dump.id(index.objects.position(array) + 9 + 2L * id + (long) at * id));
  }

  /** The text of a string, truncated if it is very long; empty for any other object. */
  public String text(int string) {
    int value = reference(string, "value");
    if (tag(value) != HprofTags.PRIMITIVE_ARRAY_DUMP) {
      return "";
    }
    long record = index.objects.position(value);
    int type = dump.u1(record + 9 + dump.idSize());
    boolean bytes = HprofTags.bytesOf(type, 8) == 1;
    boolean wide = !bytes || byteNumber(string, "coder", 0) == 1;
    return dump.characters(
        record + 10 + dump.idSize(),
        bytes ? length(value) : 2 * Math.min(length(value), 1 << 20),
        wide,
        bytes && littleEndian);
  }

  /** The size of an object in HotSpot's usual layout; 0 for a class. */
  public long shallowBytes(int object) {
    long bytes =
        switch (tag(object)) {
          case HprofTags.INSTANCE_DUMP -> {
            HeapClass type = classOf(object);
            int narrower = type == null ? 0 : type.referenceFields();
            yield OBJECT_HEADER
                + instanceBytes(object)
                - (long) narrower * (dump.idSize() - referenceBytes);
          }
          case HprofTags.OBJECT_ARRAY_DUMP -> ARRAY_HEADER + (long) length(object) * referenceBytes;
          case HprofTags.PRIMITIVE_ARRAY_DUMP -> {
            int type = dump.u1(index.objects.position(object) + 9 + dump.idSize());
            yield ARRAY_HEADER + (long) length(object) * HprofTags.bytesOf(type, 8);
          }
          default -> 0;
        };
    return (bytes + 7) & ~7L;
  }
}
