package io.ttalloc.probe.resource;

import io.ttalloc.ledger.slots.Label;
import io.ttalloc.ledger.write.Tally;
import io.ttalloc.probe.rule.ProbeType;
import java.lang.ref.ReferenceQueue;
import org.jspecify.annotations.Nullable;

/**
 * A resource that keeps its label after its slot has been freed, so that the report of a misuse
 * after the close can name the resource. Takes 8 bytes more than other resources, besides the text
 * itself.
 */
public final class LabelledResource extends Resource {
  private @Nullable String label;

  public LabelledResource(Object object, ReferenceQueue<Object> collected, Tally tally, int slot) {
    super(object, collected, tally, slot);
  }

  /** The text of a label from the application, without secrets; null if there is none. */
  public static @Nullable String labelOf(@Nullable Object label) {
    return label == null ? null : JdbcUrl.withoutSecrets(ApplicationText.of(label));
  }

  /** Stores the label of a resource for the time after its close, if its type requires it. */
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
