package io.ttalloc.heap.report;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes a heap report as bytes, for the process that requested it and for the file next to a
 * ledger. The format is simple to write and read, because a report is written and read when a
 * process ends, by code that has not run before and is therefore slow.
 *
 * <p>Numbers are big-endian; strings are UTF-8 preceded by their length. The reader does not trust
 * the input: any inconsistency causes an {@link IOException}.
 */
@SuppressWarnings("EnumOrdinal") // a file is read only by the build that wrote it
public final class HeapReportFile {
  private static final long MAGIC = 0x74742D6865617033L; // tt-heap3
  private static final int MAX_TEXT_BYTES = 1 << 20;
  private static final int MAX_LINKS = 1 << 10;

  private HeapReportFile() {}

  /** Writes a report; the stream stays open. */
  public static void write(HeapReport report, OutputStream to) throws IOException {
    DataOutputStream out = new DataOutputStream(to);
    out.writeLong(MAGIC);
    out.writeLong(report.takenMillis());
    out.writeLong(report.clockBaseNanos());
    out.writeLong(report.objects());
    out.writeInt(report.resources().size());
    for (HeldResource resource : report.resources()) {
      write(resource, out);
    }
    out.flush();
  }

  private static void write(HeldResource resource, DataOutputStream out) throws IOException {
    out.writeInt(resource.slot());
    out.writeInt(resource.tally());
    out.writeByte(resource.state().ordinal());
    out.writeLong(resource.objectId());
    text(resource.type(), out);
    out.writeLong(resource.ownBytes());
    out.writeByte(resource.reach().ordinal());
    ReferencePath path = resource.path();
    out.writeBoolean(path != null);
    if (path != null) {
      out.writeByte(path.root().kind().ordinal());
      text(path.root().type(), out);
      text(path.root().name(), out);
      text(path.root().thread(), out);
      text(path.root().frame(), out);
      out.writeBoolean(path.root().daemon());
      out.writeInt(path.links().size());
      for (PathLink link : path.links()) {
        out.writeByte(link.kind().ordinal());
        text(link.type(), out);
        text(link.name(), out);
        out.writeInt(link.times());
      }
    }
    out.writeBoolean(resource.lasts());
    HeldBy heldBy = resource.heldBy();
    out.writeBoolean(heldBy != null);
    if (heldBy != null) {
      text(heldBy.type(), out);
      out.writeLong(heldBy.objectId());
      out.writeInt(heldBy.slot());
      text(heldBy.entry(), out);
    }
  }

  private static void text(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * Reads a report.
   *
   * @throws IOException if the content is not a complete report
   */
  public static HeapReport read(InputStream from) throws IOException {
    DataInputStream in = new DataInputStream(from);
    try {
      if (in.readLong() != MAGIC) {
        throw new IOException("not a heap report: its magic number is wrong");
      }
      long takenMillis = in.readLong();
      long clockBaseNanos = in.readLong();
      long objects = in.readLong();
      int count = number(in.readInt(), Integer.MAX_VALUE);
      List<HeldResource> resources = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        resources.add(resource(in));
      }
      return new HeapReport(takenMillis, clockBaseNanos, objects, resources);
    } catch (EOFException e) {
      throw new IOException("not a heap report: it ends too early", e);
    }
  }

  private static HeldResource resource(DataInputStream in) throws IOException {
    return new HeldResource(
        in.readInt(),
        in.readInt(),
        one(HeldResource.State.values(), in),
        in.readLong(),
        text(in),
        in.readLong(),
        one(Reach.values(), in),
        in.readBoolean() ? path(in) : null,
        in.readBoolean(),
        in.readBoolean() ? heldBy(in) : null);
  }

  private static ReferencePath path(DataInputStream in) throws IOException {
    PathRoot root =
        new PathRoot(
            one(PathRoot.Kind.values(), in),
            text(in),
            text(in),
            text(in),
            text(in),
            in.readBoolean());
    int count = number(in.readInt(), MAX_LINKS);
    List<PathLink> links = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      links.add(new PathLink(one(PathLink.Kind.values(), in), text(in), text(in), in.readInt()));
    }
    return new ReferencePath(root, links);
  }

  private static HeldBy heldBy(DataInputStream in) throws IOException {
    return new HeldBy(text(in), in.readLong(), in.readInt(), text(in));
  }

  private static <T> T one(T[] all, DataInputStream in) throws IOException {
    return all[number(in.readByte(), all.length - 1)];
  }

  private static String text(DataInputStream in) throws IOException {
    int length = number(in.readInt(), MAX_TEXT_BYTES);
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static int number(int value, int max) throws IOException {
    if (value < 0 || value > max) {
      throw new IOException(
          "not a heap report: found the value " + value + ", expected 0 to " + max);
    }
    return value;
  }
}
