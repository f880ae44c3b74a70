package io.ttalloc.probe;

import io.ttalloc.ledger.Tally;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * A resource whose label outlives its slot, since a call on it after its close may be a misuse that
 * names it. 8 bytes more than others, besides the text itself.
 */
final class LabelledResource extends Resource {
  private @Nullable String label;

  LabelledResource(Object object, ReferenceQueue<Object> collected, Tally tally, int slot) {
    super(object, collected, tally, slot);
  }

  /** The label that an application gives; null if it gives none. */
  static @Nullable String labelOf(@Nullable Object label) {
    return label == null ? null : JdbcUrl.withoutSecrets(Tracked.asText(label));
  }

  @Override
  @Nullable String labelKept() {
    return label;
  }

  @Override
  void keepLabel(String now, boolean again) {
    label = label == null || again ? now : label;
  }
}
