package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.TypePolicies;
import io.ttalloc.ledger.bytes.RecordStore;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.Payload;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Texts, frames, stacks and types by id. An id without a record reads as {@code "?"} and never
 * causes an error. Equal ids return the same object. Thread-safe.
 */
final class Dictionary {
  static final String UNKNOWN = "?";
  static final TypeEntry UNKNOWN_TYPE = new TypeEntry(UNKNOWN, UNKNOWN, false, false, false, false);

  static final Frame UNKNOWN_FRAME = new Frame(UNKNOWN, UNKNOWN, null, -1);

  private final RecordStore records;
  private final ConcurrentHashMap<Integer, String> texts = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Integer, Frame> frames = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Integer, List<Frame>> stacks = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Integer, TypeEntry> types = new ConcurrentHashMap<>();

  Dictionary(RecordStore records) {
    this.records = records;
  }

  /** The text with the given id; null if there is none. */
  @Nullable String find(int id) {
    String known = texts.get(id);
    if (known == null) {
      Payload record = records.find(id, RECORD_TEXT);
      if (record != null) {
        known = record.text(MAX_TEXT_BYTES);
        texts.put(id, known);
      }
    }
    return known;
  }

  String text(int id) {
    String found = find(id);
    return found == null ? UNKNOWN : found;
  }

  /** Like {@link #text}, but null for the id 0. */
  @Nullable String textOrNull(int id) {
    return id == 0 ? null : text(id);
  }

  boolean hasStack(int id) {
    return records.find(id, RECORD_STACK) != null;
  }

  /** The frames of a stack, innermost first; empty if there is no such stack. */
  List<Frame> stack(int id) {
    List<Frame> known = stacks.get(id);
    if (known != null) {
      return known;
    }
    Payload record = records.find(id, RECORD_STACK);
    if (record == null) {
      return List.of();
    }
    int depth = Math.min(MAX_FRAMES, record.length() / Integer.BYTES);
    List<Frame> found = new ArrayList<>(depth);
    for (int i = 0; i < depth; i++) {
      found.add(frame(record.getInt(i * Integer.BYTES)));
    }
    List<Frame> stack = List.copyOf(found);
    stacks.put(id, stack);
    return stack;
  }

  private Frame frame(int id) {
    Frame known = frames.get(id);
    if (known != null) {
      return known;
    }
    Payload record = records.find(id, RECORD_FRAME);
    if (record == null) {
      return UNKNOWN_FRAME;
    }
    Frame frame =
        new Frame(
            text(record.getInt(FRAME_CLASS)),
            text(record.getInt(FRAME_METHOD)),
            textOrNull(record.getInt(FRAME_FILE)),
            record.getInt(FRAME_LINE));
    frames.put(id, frame);
    return frame;
  }

  TypeEntry type(int id) {
    TypeEntry known = types.get(id);
    if (known != null) {
      return known;
    }
    Payload record = records.find(id, RECORD_TYPE);
    if (record == null) {
      return UNKNOWN_TYPE;
    }
    int flags = record.getInt(TYPE_FLAGS);
    TypeEntry type =
        new TypeEntry(
            text(record.getInt(TYPE_NAME)),
            text(record.getInt(TYPE_CLASS)),
            (flags & TYPE_HOLDER) != 0,
            (flags & TYPE_OWNER) != 0,
            (flags & TYPE_HAS_BYTES) != 0,
            (flags & TYPE_KEYED) != 0,
            new TypeEntry.Closing(
                find(record.getInt(TYPE_RELEASE)),
                (flags & TYPE_FREES_OWNED) != 0,
                (flags & TYPE_CLOSES_UNSEEN) != 0,
                find(record.getInt(TYPE_UNSEEN)),
                (flags & TYPE_NO_AUTO_CLOSEABLE) != 0),
            new TypeEntry.Policy(
                record.length() < TYPE_WITH_LIMIT_BYTES ? 0 : record.getCount(TYPE_LIMIT),
                policies(flags)));
    types.put(id, type);
    return type;
  }

  private static Map<String, String> policies(int flags) {
    if (flags >>> TypePolicies.SHIFT == 0) {
      return Map.of();
    }
    String[] verdicts = TypePolicies.VERDICTS.split(" ", -1);
    String[] words = TypePolicies.WORDS.split(" ", -1);
    Map<String, String> policies = new HashMap<>();
    String[] several = TypePolicies.OF_SEVERAL.split(" ", -1);
    for (int i = 0; i < several.length; i++) {
      if ((flags & TYPE_LEAK_IF_SEVERAL << i) != 0) {
        policies.put(several[i], TypePolicies.SEVERAL);
      }
    }
    for (int i = 0; i < verdicts.length; i++) {
      int word = (flags >>> (TypePolicies.SHIFT + TypePolicies.BITS * i)) & TypePolicies.MASK;
      if (word != 0) {
        policies.put(verdicts[i], words[word - 1]);
      }
    }
    return policies;
  }

  /** Whether the probe itself opens the resources of a type, so that no report shows them. */
  boolean isInternal(int typeId) {
    Payload record = records.find(typeId, RECORD_TYPE);
    return record != null && (record.getInt(TYPE_FLAGS) & TYPE_INTERNAL) != 0;
  }
}
