package io.ttalloc.demo;

import io.ttalloc.runtime.fault.Fault;
import io.ttalloc.runtime.fault.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The faults for {@code demo faults NAME}: faults of the model or of the program that uses it, each
 * with the document that describes it and the verdict that a report must give.
 */
enum NamedFault {
  MESH_DROPPED(
      null,
      "004",
      "LOST and GROWING (with --cleaner: RECLAIMED)",
      "three meshes are dropped without being closed; --cleaner gives them a cleaner and runs the"
          + " collector in between",
      "--cleaner"),
  CB_NEVER_FREED(
      Fault.CB_NEVER_FREED,
      "001",
      "ORPHANED",
      "closing a program does not deallocate its circular buffers"),
  CB_FREE_BY_DEVICE(
      Fault.CB_FREE_BY_DEVICE,
      "001",
      "CLOSED_BY_OTHER",
      "closing a program deallocates all circular buffers of its device"),
  FREE_UNSEEN(
      Fault.FREE_UNSEEN,
      "003",
      "UNSEEN_FREE",
      "kernel binaries are freed in bulk, by address, and no buffer is closed"),
  TEARDOWN_UNREPORTED(
      Fault.TEARDOWN_UNREPORTED,
      "003",
      "UNSEEN_FREE",
      "the cache is kept, and closing a chip drops its allocator with everything allocated"),
  VIEW_LEFT_OPEN(
      Fault.VIEW_LEFT_OPEN,
      "002",
      "ALIAS (with --clear-cache: DANGLING)",
      "the view through which kernel binaries are written is not closed; the cache is kept",
      "--clear-cache"),
  DOUBLE_ALLOCATION(
      Fault.DOUBLE_ALLOCATION,
      "002",
      "DOUBLE_OPEN",
      "an allocated block stays marked as free, so two buffers get the same address"),
  CQ_REBUILT(
      Fault.CQ_NEVER_CLEARED,
      "000",
      "INFRASTRUCTURE and GROWING",
      "three meshes build command-queue programs and closing the meshes clears none of them"),
  UNSTABLE_CACHE_KEY(
      Fault.UNSTABLE_CACHE_KEY,
      "000",
      "CACHED and GROWING",
      "the same operation has a different cache key each time; three cycles, the cache is kept"),
  WORKLOAD_DROPPED(
      Fault.WORKLOAD_DROPPED,
      "002",
      "LOST",
      "with the cache disabled, every third workload is dropped instead of closed"),
  CLOSE_FAILS(
      Fault.CLOSE_FAILS,
      "-",
      "CLOSE_FAILED",
      "the first close of the mesh throws, the next succeeds"),
  DOUBLE_CLOSE(
      Fault.DOUBLE_CLOSE,
      "-",
      "DOUBLE_CLOSE",
      "a tensor is deallocated twice, and closing its buffers is not idempotent"),
  USE_AFTER_CLOSE(
      Fault.USE_AFTER_CLOSE,
      "-",
      "USE_AFTER_CLOSE",
      "a tensor is read after it was deallocated, and its buffers allow it"),
  REORDERED_CLOSE(
      Fault.REORDERED_CLOSE,
      "002",
      "CACHED, as without it",
      "the first fix that was tried: clear the command-queue programs before the tracker"),
  FABRIC_PROGRAM_RESET(
      Fault.FABRIC_PROGRAM_RESET,
      "002",
      "CACHED, as without it",
      "the second fix that was tried: reset the fabric program when a chip is closed");

  private final @Nullable Fault fault;
  private final String seed;
  private final String verdict;
  private final String about;
  private final @Nullable String option;

  NamedFault(@Nullable Fault fault, String seed, String verdict, String about) {
    this(fault, seed, verdict, about, null);
  }

  NamedFault(
      @Nullable Fault fault, String seed, String verdict, String about, @Nullable String option) {
    this.fault = fault;
    this.seed = seed;
    this.verdict = verdict;
    this.about = about;
    this.option = option;
  }

  /** The name of the fault on the command line. */
  String commandName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The faults to enable in the mesh. */
  Faults faults() {
    return fault == null ? Faults.NONE : Faults.of(fault);
  }

  /** The only command-line option of this fault; null if it has none. */
  @Nullable String option() {
    return option;
  }

  /** The fault with this name on the command line; null if there is none. */
  static @Nullable NamedFault named(String commandName) {
    for (NamedFault candidate : values()) {
      if (candidate.commandName().equals(commandName)) {
        return candidate;
      }
    }
    return null;
  }

  /** All faults as the lines of a table: name, document, verdict, description. */
  static List<String> table() {
    List<String> lines = new ArrayList<>();
    String format = "%-21s %-5s %-45s %s";
    lines.add(
        String.format(Locale.ROOT, format, "name", "seed", "must be reported at exit", "fault"));
    for (NamedFault named : values()) {
      lines.add(
          String.format(
              Locale.ROOT, format, named.commandName(), named.seed, named.verdict, named.about));
    }
    return lines;
  }
}
