package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.heap.report.SourceNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opened in a scope that the rules call infrastructure, or by a library once for itself. */
final class Infrastructure extends Verdict {
  Infrastructure() {
    super("INFRASTRUCTURE", Leak.WHEN_GROWING, 90, Tone.CALM, "the system\u2019s own");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.slot().infrastructure() || resource.librarySingletonOf() != null;
  }

  @Override
  public List<String> why(Evidence evidence) {
    List<String> why = new ArrayList<>();
    why.add(whose(evidence.first()));
    if (evidence.collected() > 0) {
      why.add(Numbers.grouped(evidence.collected()) + " collected, never closed");
    }
    EvidenceText.addLeftOpen(evidence, why);
    return why;
  }

  private static String whose(OpenResource resource) {
    String library = resource.slot().infrastructure() ? null : resource.librarySingletonOf();
    return library == null
        ? "opened inside " + inSource(resource.slot().infrastructureScope()) + ": the system's own"
        : JavaNames.simple(library)
            + " opened it and keeps it in a static field: a library's own, one for the process, unless"
            + " app="
            + JavaNames.packageOf(library)
            + ".** says that it is yours";
  }

  /** {@code Infra.Fabric.up} for {@code Infra$Fabric.up}. */
  private static @Nullable String inSource(@Nullable String scope) {
    int dot = scope == null ? -1 : scope.lastIndexOf('.');
    return scope == null || dot < 0
        ? scope
        : SourceNames.qualifier(scope.substring(0, dot)) + scope.substring(dot);
  }

  @Override
  protected String advice(Evidence evidence) {
    OwnerNode owner = evidence.first().chainEnd();
    return evidence.isGrowing() && owner != null && owner.isClosed()
        ? CloseAdvice.closeWith(evidence, owner)
        : "none while its owner lives; if it grows, free it where its owner closes";
  }
}
