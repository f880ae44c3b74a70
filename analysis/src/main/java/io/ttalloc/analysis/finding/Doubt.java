package io.ttalloc.analysis.finding;

import io.ttalloc.ledger.Loss;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A reason not to trust a ledger in full: what is missing or uncertain. Immutable. */
public sealed interface Doubt {

  /** Events that were dropped, and how many of them for which reason. */
  record Dropped(long events, Map<Loss, Long> losses) implements Doubt {
    public Dropped {
      losses = new LinkedHashMap<>(losses);
    }
  }

  /**
   * Classes that could not be woven as their rules say.
   *
   * @param classes their names, sorted; none if the ledger lacks them
   * @param atLeast whether there may be more
   */
  record NotWoven(List<String> classes, boolean atLeast) implements Doubt {
    public NotWoven {
      classes = List.copyOf(classes);
    }
  }

  /** Types whose closes cannot be seen, or not all of them. */
  record ClosesUnseen(List<String> types, boolean all) implements Doubt {
    public ClosesUnseen {
      types = List.copyOf(types);
    }
  }

  /** Types for which rules do not name all that closes them. */
  record ClosesNotNamed(List<String> types) implements Doubt {
    public ClosesNotNamed {
      types = List.copyOf(types);
    }
  }

  /** Errors inside the probe. */
  record ProbeErrors(long count) implements Doubt {}

  /** A part of the ledger that cannot be read, in the words of its reader. */
  record Damage(String what) implements Doubt {}

  /** A part of the file of marks that cannot be read, in the words of its reader. */
  record DamagedMarks(String what) implements Doubt {}

  /** Closes of unknown resources. */
  record ClosesOfUnknown(long count) implements Doubt {}

  /** Tracking ended before the process. */
  record Detached(Instant at) implements Doubt {}

  /** Findings of lower confidence than the ledger, with these verdicts. */
  record UncertainFindings(int count, List<String> verdicts) implements Doubt {
    public UncertainFindings {
      verdicts = List.copyOf(verdicts);
    }
  }

  /** A doubt without numbers or names. */
  enum Fact implements Doubt {
    SWITCHED_OFF,
    INPUT_LEFT_OUT,
    NUMBER_OPENED_AGAIN,
    CLEANERS_AT_WORK,
    DETAILS_MISSING,
    ATTACHED_LATE,
    ATTRIBUTE_THREW,
    NO_STACKS,
    STACKS_UNKNOWN,
    STACKS_CUT,
    NOT_COLLECTED,
    CALLS_UNKNOWN,
    STILL_RUNNING
  }
}
