package io.ttalloc.heap;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes small heap dumps with contents that a real JVM cannot be made to write. The test chooses
 * the ids.
 */
final class DumpBuilder {
  static final long OBJECT_CLASS = 0x100;
  static final long REFERENCE_CLASS = 0x110;
  static final long RESOURCE_CLASS = 0x120;
  static final long NODE_CLASS = 0x130;
  static final long LEDGER_CLASS = 0x140;
  static final long TALLY_CLASS = 0x150;
  static final long LINK_CLASS = 0x160;
  static final long TALLIED_CLASS = 0x170;
  static final long STRING_CLASS = 0x190;
  static final long THREAD = 0x200;
  static final long TAKEN_MILLIS = 1_700_000_000_123L;
  static final int THREAD_SERIAL = 7;

  private final int idSize;
  private final ByteArrayOutputStream recordBytes = new ByteArrayOutputStream();
  private final DataOutputStream records = new DataOutputStream(recordBytes);
  private final ByteArrayOutputStream heapBytes = new ByteArrayOutputStream();
  private final DataOutputStream heap = new DataOutputStream(heapBytes);
  private final List<String> names = new ArrayList<>();

  DumpBuilder(int idSize) {
    this.idSize = idSize;
  }

  /** The classes that every test needs: resources, and nodes with one reference, "next". */
  DumpBuilder withClasses() throws IOException {
    withClassesButNodes();
    type(NODE_CLASS, "com/acme/Node", OBJECT_CLASS, "2next");
    return this;
  }

  DumpBuilder withClassesButNodes() throws IOException {
    type(OBJECT_CLASS, "java/lang/Object", 0);
    type(REFERENCE_CLASS, "java/lang/ref/Reference", OBJECT_CLASS, "2referent");
    type(
        RESOURCE_CLASS,
        "io/ttalloc/probe/resource/Resource",
        REFERENCE_CLASS,
        "1slotOrCloseStack",
        "1state");
    return this;
  }

  private void id(DataOutputStream to, long id) throws IOException {
    if (idSize == 8) {
      to.writeLong(id);
    } else {
      to.writeInt((int) id);
    }
  }

  /** The id of a name, written where it is first used. */
  private long name(String text) throws IOException {
    if (!names.contains(text)) {
      names.add(text);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      records.writeByte(1);
      records.writeInt(0);
      records.writeInt(idSize + bytes.length);
      id(records, 0x10_000L + names.size());
      records.write(bytes);
    }
    return 0x10_001L + names.indexOf(text);
  }

  /** Adds a class; each field begins with '2' for a reference, '1' for an int or '3' for a long. */
  DumpBuilder type(long id, String name, long superclass, String... fields) throws IOException {
    long nameId = name(name);
    records.writeByte(2);
    records.writeInt(0);
    records.writeInt(8 + 2 * idSize);
    records.writeInt((int) id);
    id(records, id);
    records.writeInt(0);
    id(records, nameId);
    heap.writeByte(0x20);
    id(heap, id);
    heap.writeInt(0);
    id(heap, superclass);
    for (int i = 0; i < 5; i++) {
      id(heap, 0);
    }
    heap.writeInt(0);
    heap.writeShort(0);
    heap.writeShort(0);
    heap.writeShort(fields.length);
    for (String field : fields) {
      id(heap, name(field.substring(1)));
      heap.writeByte(field.charAt(0) == '2' ? 2 : field.charAt(0) == '1' ? 10 : 11);
    }
    return this;
  }

  DumpBuilder resource(long id, int slot, long referent) throws IOException {
    instance(id, RESOURCE_CLASS, 8 + idSize);
    heap.writeInt(slot);
    heap.writeInt(1);
    id(heap, referent);
    return this;
  }

  DumpBuilder node(long id, long next) throws IOException {
    return node(id, NODE_CLASS, next);
  }

  /** Adds an object of a class whose only field is a reference. */
  DumpBuilder node(long id, long type, long next) throws IOException {
    instance(id, type, idSize);
    id(heap, next);
    return this;
  }

  /** Adds an object whose class declares one reference and inherits another. */
  DumpBuilder pair(long id, long type, long field, long inherited) throws IOException {
    instance(id, type, 2 * idSize);
    id(heap, field);
    id(heap, inherited);
    return this;
  }

  /** Adds the probe's object that writes the ledger, with the clock base of the ledger. */
  DumpBuilder ledger(long id, long clockBaseNanos) throws IOException {
    type(LEDGER_CLASS, "io/ttalloc/ledger/write/LedgerWriter", OBJECT_CLASS, "3clockBaseNanos");
    instance(id, LEDGER_CLASS, 8);
    heap.writeLong(clockBaseNanos);
    return this;
  }

  /**
   * Adds the probe's object that writes the ledger, with holder classes whose ids start at the
   * given id.
   */
  DumpBuilder holderClasses(long id, String... names) throws IOException {
    type(LEDGER_CLASS, "io/ttalloc/ledger/write/LedgerWriter", OBJECT_CLASS, "2holders");
    type(STRING_CLASS, "java/lang/String", OBJECT_CLASS, "2value");
    long[] strings = new long[names.length];
    for (int i = 0; i < names.length; i++) {
      strings[i] = id + 2 + 2L * i;
      node(strings[i], STRING_CLASS, strings[i] + 1);
      text(strings[i] + 1, names[i]);
    }
    return array(id + 1, strings).node(id, LEDGER_CLASS, id + 1);
  }

  private void text(long id, String latin1) throws IOException {
    heap.writeByte(0x23);
    id(heap, id);
    heap.writeInt(0);
    heap.writeInt(latin1.length());
    heap.writeByte(8);
    heap.writeBytes(latin1);
  }

  /** Adds a resource with a tally, as an instance of a subclass of the resource class. */
  DumpBuilder tallied(long id, int slot, long referent, int tally, int status) throws IOException {
    type(TALLY_CLASS, "io/ttalloc/ledger/write/Tally", OBJECT_CLASS, "1id");
    type(LINK_CLASS, "io/ttalloc/probe/resource/Link", OBJECT_CLASS, "2tally");
    type(TALLIED_CLASS, "io/ttalloc/probe/resource/Owner", RESOURCE_CLASS, "2attachment");
    instance(id + 1, TALLY_CLASS, 4);
    heap.writeInt(tally);
    instance(id + 2, LINK_CLASS, idSize);
    id(heap, id + 1);
    instance(id, TALLIED_CLASS, 8 + 2 * idSize);
    id(heap, slot % 2 == 0 ? id + 1 : id + 2);
    heap.writeInt(slot);
    heap.writeInt(status);
    id(heap, referent);
    return this;
  }

  /** Adds a resource that belongs to another one. */
  DumpBuilder part(long id, int slot, long referent, long owner) throws IOException {
    type(LINK_CLASS, "io/ttalloc/probe/resource/Link", OBJECT_CLASS, "2owner");
    type(TALLIED_CLASS, "io/ttalloc/probe/resource/Owner", RESOURCE_CLASS, "2attachment");
    node(id + 1, LINK_CLASS, owner);
    instance(id, TALLIED_CLASS, 8 + 2 * idSize);
    id(heap, id + 1);
    heap.writeInt(slot);
    heap.writeInt(1);
    id(heap, referent);
    return this;
  }

  private void instance(long id, long type, int bytes) throws IOException {
    heap.writeByte(0x21);
    id(heap, id);
    heap.writeInt(0);
    id(heap, type);
    heap.writeInt(bytes);
  }

  /** Adds an array of objects. */
  DumpBuilder array(long id, long... elements) throws IOException {
    heap.writeByte(0x22);
    id(heap, id);
    heap.writeInt(0);
    heap.writeInt(elements.length);
    id(heap, OBJECT_CLASS);
    for (long element : elements) {
      id(heap, element);
    }
    return this;
  }

  /** Adds a root; the numbers are the fields after the id in this kind of record. */
  DumpBuilder root(int tag, long id, int... numbers) throws IOException {
    heap.writeByte(tag);
    id(heap, id);
    for (int number : numbers) {
      heap.writeInt(number);
    }
    return this;
  }

  /** Adds a thread without a name, and its stack with one frame. */
  DumpBuilder thread() throws IOException {
    return thread(NODE_CLASS);
  }

  /** Adds a thread without a name, and its stack with a frame of each class, innermost first. */
  DumpBuilder thread(long... classes) throws IOException {
    for (int i = 0; i < classes.length; i++) {
      frame(0x300 + i, classes[i]);
    }
    records.writeByte(5);
    records.writeInt(0);
    records.writeInt(12 + classes.length * idSize);
    records.writeInt(5);
    records.writeInt(THREAD_SERIAL);
    records.writeInt(classes.length);
    for (int i = 0; i < classes.length; i++) {
      id(records, 0x300 + i);
    }
    node(THREAD, 0);
    return root(8, THREAD, THREAD_SERIAL, 5);
  }

  private void frame(long id, long type) throws IOException {
    long method = name("call");
    long file = name("Node.java");
    records.writeByte(4);
    records.writeInt(0);
    records.writeInt(8 + 4 * idSize);
    id(records, id);
    id(records, method);
    id(records, method);
    id(records, file);
    records.writeInt((int) type);
    records.writeInt(-3);
  }

  byte[] bytes() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    DataOutputStream to = new DataOutputStream(all);
    to.writeBytes("JAVA PROFILE 1.0.2\0");
    to.writeInt(idSize);
    to.writeLong(TAKEN_MILLIS);
    to.write(recordBytes.toByteArray());
    to.writeByte(0x1C);
    to.writeInt(0);
    to.writeInt(heapBytes.size());
    to.write(heapBytes.toByteArray());
    to.writeByte(0x2C);
    to.writeInt(0);
    to.writeInt(0);
    return all.toByteArray();
  }
}
