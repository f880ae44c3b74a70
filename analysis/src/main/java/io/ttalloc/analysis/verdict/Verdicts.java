package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.fold.OpenResource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** All verdicts, in the order in which they are tried: the first that applies wins. */
public final class Verdicts {
  private static final List<Verdict> IN_ORDER = new ArrayList<>();

  public static final Verdict RECLAIMED = then(new Reclaimed());
  public static final Verdict UNSEEN_FREE = then(new UnseenFree());
  public static final Verdict UNSEEN_CLOSE = then(new UnseenClose());
  public static final Verdict ALIAS = then(new Alias());
  public static final Verdict DANGLING = then(new Dangling());
  public static final Verdict DOUBLE_OPEN = then(new DoubleOpen());
  public static final Verdict LOST = then(new Lost());
  public static final Verdict INFRASTRUCTURE = then(new Infrastructure());
  public static final Verdict ORPHANED = then(new Orphaned());
  public static final Verdict CACHED = then(new Cached());
  public static final Verdict OVERDUE = then(new Overdue());
  public static final Verdict OPEN = then(new Open());
  public static final Verdict IN_USE = then(new InUse());
  public static final Verdict UNDECIDED = then(new Undecided());
  public static final Verdict LEFT_OPEN = then(new LeftOpen());

  private Verdicts() {}

  private static Verdict then(Verdict next) {
    IN_ORDER.add(next);
    return next;
  }

  /** Returns all verdicts in the order in which they are tried. */
  public static List<Verdict> inOrder() {
    return Collections.unmodifiableList(IN_ORDER);
  }

  /** Returns the verdict on a resource. */
  public static Verdict of(OpenResource resource) {
    for (Verdict verdict : IN_ORDER) {
      if (verdict.judge(resource)) {
        return verdict;
      }
    }
    throw new IllegalStateException("the last verdict did not apply to " + resource.slot());
  }
}
