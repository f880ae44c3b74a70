package io.ttalloc.probe.resource;

import io.ttalloc.ledger.slots.Label;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.probe.rule.ProbeType;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * A resource whose label outlives its slot, since a call on it after its close may be a misuse that
 * names it. 8 bytes more than others, besides the text itself.
 */
public final class LabelledResource extends Resource {
  private @Nullable String label;

  public LabelledResource(Object object, ReferenceQueue<Object> collected, Tally tally, int slot) {
    super(object, collected, tally, slot);
  }

  /** The label that an application gives; null if it gives none. */
  public static @Nullable String labelOf(@Nullable Object label) {
    return label == null ? null : JdbcUrl.withoutSecrets(ApplicationText.of(label));
  }

  /** Keeps the label of a resource for its time after the close, if its type asks for that. */
  public static void keep(Resource resource, ProbeType type, @Nullable String label) {
    if (type.keepsLabels && label != null && !label.isEmpty()) {
      resource.keepLabel(Label.shortened(label), false);
    }
  }

  @Override
  public @Nullable String labelKept() {
    return label;
  }

  @Override
  public void keepLabel(String now, boolean again) {
    label = label == null || again ? now : label;
  }
}
