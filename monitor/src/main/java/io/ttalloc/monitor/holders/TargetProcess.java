package io.ttalloc.monitor.holders;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What the system tells of a process that is to dump its heap. To attach sends a signal that ends
 * what is no JVM, and the dump is written by the process itself: with its rights, in its folders.
 *
 * @param proc where the system describes processes; nothing is checked where there is no such
 *     folder
 */
record TargetProcess(long pid, Path proc) {
  /** The bit of SIGQUIT in a mask of signals. */
  private static final long QUIT = 1L << (3 - 1);

  private static final long PATIENCE_MILLIS = 2_000;

  private static final String CAUGHT = "SigCgt:";
  private static final String STATE = "State:";
  private static final String SWAPPED = "VmSwap:";
  private static final String RESIDENT = "VmRSS:";

  static TargetProcess of(long pid) {
    return new TargetProcess(pid, Path.of("/proc"));
  }

  private Path own(String file) {
    return proc.resolve(Long.toString(pid)).resolve(file);
  }

  /**
   * Checks that it is safe to ask it, and that it can write where this process reads.
   *
   * @param ledger which it writes
   */
  void check(Path ledger) throws NoHeapException {
    if (!Files.isDirectory(proc.resolve("self"))) {
      return;
    }
    if (!Files.isDirectory(own(""))) {
      throw ended();
    }
    checkUser();
    checkFolders();
    checkWriter(ledger);
    checkSignal();
    checkRuns();
  }

  private void checkUser() throws NoHeapException {
    try {
      UserPrincipal theirs = Files.getOwner(own("maps"));
      UserPrincipal ours = Files.getOwner(proc.resolve("self/maps"));
      if (!theirs.equals(ours)) {
        throw new NoHeapException(
            "process %d belongs to %s, expected one of %s: it writes its heap dump itself, readable by its own user alone; run this as %s"
                .formatted(pid, theirs.getName(), ours.getName(), theirs.getName()));
      }
    } catch (IOException e) {
      throw ended();
    }
  }

  private void checkFolders() throws NoHeapException {
    Path theirs;
    Path ours;
    try {
      theirs = Files.readSymbolicLink(own("ns/mnt"));
      ours = Files.readSymbolicLink(proc.resolve("self/ns/mnt"));
    } catch (IOException | UnsupportedOperationException e) {
      return; // The system keeps it secret. Where the folders differ, the dump cannot be written.
    }
    if (!theirs.equals(ours)) {
      throw new NoHeapException(
          "process %d is in a container or has a private /tmp, so what it writes is not seen here; run this there, or take a dump there and read it with --heap"
              .formatted(pid));
    }
  }

  /** The process may be another one: within a container, process ids begin anew. */
  private void checkWriter(Path ledger) throws NoHeapException {
    try {
      String maps = Files.readString(own("maps"), StandardCharsets.ISO_8859_1);
      byte[] name = ("/" + ledger.getFileName()).getBytes(StandardCharsets.UTF_8);
      if (!maps.contains(new String(name, StandardCharsets.ISO_8859_1))) {
        throw new NoHeapException(
            "process %d is not the one that writes %s, so it is not asked for its heap"
                .formatted(pid, ledger));
      }
    } catch (IOException e) {
      throw new NoHeapException(
          "process %d cannot be looked at (%s), so it is not asked for its heap".formatted(pid, e),
          e);
    }
  }

  /** A JVM that ignores signals has opened the socket of its attach interface at its start. */
  private void checkSignal() throws NoHeapException {
    long caught = number(CAUGHT, 16, QUIT);
    if ((caught & QUIT) == 0 && !Files.exists(own("root/tmp/.java_pid" + pid))) {
      throw new NoHeapException(
          "process %d does not listen to requests (-Xrs and -XX:+DisableAttachMechanism), expected a JVM that can be attached to"
              .formatted(pid));
    }
  }

  /** A stopped process would let this one wait until it is continued. */
  private void checkRuns() throws NoHeapException {
    String state = value(STATE);
    if (state.startsWith("T") || state.startsWith("t")) {
      throw new NoHeapException(
          "process %d is stopped (SIGSTOP or a debugger), expected one that runs".formatted(pid));
    }
  }

  /** The bytes of memory that it has, of which its heap is a part; 0 if the system does not say. */
  long memoryBytes() {
    return (number(RESIDENT, 10, 0) + number(SWAPPED, 10, 0)) * 1024;
  }

  private long number(String key, int radix, long otherwise) {
    try {
      return Long.parseUnsignedLong(value(key).replace("kB", "").strip(), radix);
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  /** What the system says of it under a key; empty if that is nothing, or it has ended. */
  private String value(String key) {
    try {
      for (String line : Files.readAllLines(own("status"), StandardCharsets.ISO_8859_1)) {
        if (line.startsWith(key)) {
          return line.substring(key.length()).strip();
        }
      }
    } catch (IOException e) {
      // Another system, or the process has ended.
    }
    return "";
  }

  /**
   * Whether it has ended, or does so within a moment: a process that is killed loses its
   * connections first.
   */
  boolean ends() {
    ProcessHandle process = ProcessHandle.of(pid).orElse(null);
    if (process == null) {
      return true;
    }
    try {
      process.onExit().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      // It has ended, too, if only its parent has not taken notice.
      return value(STATE).startsWith("Z");
    }
  }

  NoHeapException ended() {
    return new NoHeapException("process %d has ended meanwhile".formatted(pid));
  }
}
