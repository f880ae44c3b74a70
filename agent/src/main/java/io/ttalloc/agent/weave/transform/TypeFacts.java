package io.ttalloc.agent.weave.transform;

import io.ttalloc.cache.ByteReader;
import io.ttalloc.cache.ByteWriter;
import io.ttalloc.probe.rule.ProbeType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parameters of a {@link ProbeType}; see its constructor. */
record TypeFacts(
    String name,
    String classes,
    int flags,
    int slotFlags,
    Closing closing,
    long limitNanos,
    List<String> attributes,
    List<String> excluded) {
  TypeFacts {
    attributes = List.copyOf(attributes);
    excluded = List.copyOf(excluded);
  }

  /** The methods that close such a resource, and the calls that may follow. */
  record Closing(
      boolean idempotent, @Nullable String release, boolean watchedAfterClose, boolean forgotten) {
    private void writeTo(ByteWriter out) {
      out.writeBoolean(idempotent);
      out.writeText(release);
      out.writeBoolean(watchedAfterClose);
      out.writeBoolean(forgotten);
    }

    private static Closing read(ByteReader in) {
      return new Closing(in.readBoolean(), in.readTextOrNull(), in.readBoolean(), in.readBoolean());
    }
  }

  ProbeType probeType() {
    return new ProbeType(
        name,
        classes,
        flags,
        slotFlags,
        closing.idempotent,
        closing.release,
        limitNanos,
        closing.watchedAfterClose,
        closing.forgotten,
        attributes.toArray(new String[0]),
        excluded);
  }

  void writeTo(ByteWriter out) {
    out.writeText(name);
    out.writeText(classes);
    out.writeInt(flags);
    out.writeInt(slotFlags);
    closing.writeTo(out);
    out.writeLong(limitNanos);
    out.writeTexts(attributes);
    out.writeTexts(excluded);
  }

  static TypeFacts read(ByteReader in) {
    return new TypeFacts(
        in.readText(),
        in.readText(),
        in.readInt(),
        in.readInt(),
        Closing.read(in),
        in.readLong(),
        in.readTexts(),
        in.readTexts());
  }
}
