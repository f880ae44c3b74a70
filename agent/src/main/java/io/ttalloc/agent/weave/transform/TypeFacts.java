package io.ttalloc.agent.weave.transform;

import io.ttalloc.cache.ByteReader;
import io.ttalloc.cache.ByteWriter;
import io.ttalloc.probe.rule.ProbeType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What makes a {@link ProbeType}; the components are the parameters of its constructor. */
record TypeFacts(
    String name,
    String classes,
    int flags,
    int slotFlags,
    boolean idempotent,
    @Nullable String release,
    long limitNanos,
    boolean watchedAfterClose,
    boolean forgotten,
    List<String> attributes,
    List<String> excluded) {
  TypeFacts {
    attributes = List.copyOf(attributes);
    excluded = List.copyOf(excluded);
  }

  ProbeType probeType() {
    return new ProbeType(
        name,
        classes,
        flags,
        slotFlags,
        idempotent,
        release,
        limitNanos,
        watchedAfterClose,
        forgotten,
        attributes.toArray(new String[0]),
        excluded);
  }

  void writeTo(ByteWriter out) {
    out.writeText(name);
    out.writeText(classes);
    out.writeInt(flags);
    out.writeInt(slotFlags);
    out.writeBoolean(idempotent);
    out.writeText(release);
    out.writeLong(limitNanos);
    out.writeBoolean(watchedAfterClose);
    out.writeBoolean(forgotten);
    out.writeTexts(attributes);
    out.writeTexts(excluded);
  }

  static TypeFacts read(ByteReader in) {
    return new TypeFacts(
        in.readText(),
        in.readText(),
        in.readInt(),
        in.readInt(),
        in.readBoolean(),
        in.readTextOrNull(),
        in.readLong(),
        in.readBoolean(),
        in.readBoolean(),
        in.readTexts(),
        in.readTexts());
  }
}
