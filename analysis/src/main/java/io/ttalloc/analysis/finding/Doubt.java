package io.ttalloc.analysis.finding;

import io.ttalloc.ledger.Loss;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A reason not to trust a ledger completely: something is missing or uncertain. Immutable. */
public sealed interface Doubt {

  /** Dropped events: the total and the number for each reason. */
  record Dropped(long events, Map<Loss, Long> losses) implements Doubt {
    public Dropped {
      losses = new LinkedHashMap<>(losses);
    }
  }

  /**
   * Classes that could not be woven as their rules say.
   *
   * @param classes the sorted names of the classes; empty if the ledger does not contain them
   * @param atLeast whether there may be more such classes
   */
  record NotWoven(List<String> classes, boolean atLeast) implements Doubt {
    public NotWoven {
      classes = List.copyOf(classes);
    }
  }

  /**
   * Types with closes that cannot be seen; {@code all} says that none of their closes can be seen.
   */
  record ClosesUnseen(List<String> types, boolean all) implements Doubt {
    public ClosesUnseen {
      types = List.copyOf(types);
    }
  }

  /**
   * Types whose rules name close methods that do not exist, so that closes may have been missed.
   */
  record ClosesNotNamed(List<String> types) implements Doubt {
    public ClosesNotNamed {
      types = List.copyOf(types);
    }
  }

  /** Errors inside the probe. */
  record ProbeErrors(long count) implements Doubt {}

  /** A part of the ledger that cannot be read, as described by its reader. */
  record Damage(String what) implements Doubt {}

  /** A part of the marks file that cannot be read, as described by its reader. */
  record DamagedMarks(String what) implements Doubt {}

  /** Closes of unknown resources. */
  record ClosesOfUnknown(long count) implements Doubt {}

  /** Tracking stopped before the process ended. */
  record Detached(Instant at) implements Doubt {}

  /** Findings with lower confidence than the ledger, and their verdicts. */
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
