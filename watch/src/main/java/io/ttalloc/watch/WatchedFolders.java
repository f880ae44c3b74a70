package io.ttalloc.watch;

import io.ttalloc.ledger.files.FileOwner;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.watch.ledgers.LedgerCandidate;
import io.ttalloc.watch.ledgers.LedgerListing;
import io.ttalloc.watch.ledgers.LedgerSelection;
import io.ttalloc.watch.ledgers.ProcessState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ledgers to watch, at most {@value #MAX_WATCHED}. A ledger that was not chosen is never
 * opened later; a ledger that could not be read is tried again (see {@link UnreadableLedgers}). Not
 * thread-safe.
 */
final class WatchedFolders {
  static final int MAX_WATCHED = 512;

  /** Opens a ledger and reads it for the first time. */
  interface Opener {
    ProcessWatch open(Path ledger) throws IOException;
  }

  private static final int MAX_PROBLEMS = 20;

  /** The age below which a ledger may be incomplete because its process is still starting. */
  private static final long STARTING_MILLIS = 10_000;

  private final Supplier<List<Path>> folders;
  private final LedgerSelection.Ownership user;
  private final int max;
  private final InstantSource wallClock;
  private final Opener opener;
  private final UnreadableLedgers unreadable;
  private final Set<Path> passedOver = new HashSet<>();
  private final FolderStamps stamps = new FolderStamps();

  /** The ledgers that the last listing found. */
  private Set<Path> found = Set.of();

  private final Map<Path, String> problems = new LinkedHashMap<>();
  private long omitted;
  private long ofOthers;

  /**
   * Watches directories for the ledgers of this user.
   *
   * @param maxSites the maximum number of sites to keep from each report
   * @throws IOException if the current user cannot be determined
   */
  static WatchedFolders ofThisUser(List<Path> folders, int maxSites) throws IOException {
    List<Path> fixed = List.copyOf(folders);
    return new WatchedFolders(
        () -> fixed,
        FileOwner.ofThisProcess()::owns,
        MAX_WATCHED,
        InstantSource.system(),
        ProcessWatch.keeping(maxSites));
  }

  WatchedFolders(
      Supplier<List<Path>> folders,
      LedgerSelection.Ownership user,
      int max,
      InstantSource wallClock,
      Opener opener) {
    this.folders = folders;
    this.user = user;
    this.max = max;
    this.wallClock = wallClock;
    this.opener = opener;
    this.unreadable = new UnreadableLedgers(wallClock);
  }

  /**
   * Whether a listing may find anything new since the previous call, or there are ledgers to be
   * tried again.
   */
  boolean mayHaveChanged(Set<Path> watched) {
    List<Path> all = folders.get();
    boolean changed = stamps.haveChanged(all);
    return changed
        || all.stream().anyMatch(problems::containsKey) // a directory that could not be listed
        || found.stream().anyMatch(ledger -> !watched.contains(ledger) && isToBeTried(ledger));
  }

  /**
   * Lists the directories: adds watches for new ledgers, and notifies the watches whose ledger was
   * deleted.
   */
  void list(Map<Path, ProcessWatch> watches) {
    Set<Path> seen = new HashSet<>();
    Set<Path> fresh = new HashSet<>();
    LedgerSelection selection = new LedgerSelection(max, user);
    List<Path> all = folders.get();
    for (Path folder : all) {
      try {
        LedgerFiles.forEach(
            folder,
            files -> {
              seen.add(files.ledger());
              if (!watches.containsKey(files.ledger()) && isToBeTried(files.ledger())) {
                fresh.add(files.ledger());
                add(files, selection, fresh);
              }
            });
        problems.remove(folder);
      } catch (IOException e) {
        problem(folder, LedgerListing.unreadable(folder, e));
        // If a directory cannot be read, it is unknown whether its ledgers were deleted.
        watches.keySet().stream().filter(l -> folder.equals(l.getParent())).forEach(seen::add);
      }
    }
    passedOver.retainAll(seen);
    unreadable.retainAll(seen);
    problems.keySet().retainAll(union(seen, all));
    selection.inOrder().forEach(candidate -> watch(candidate, watches, fresh));
    passedOver.addAll(fresh);
    ofOthers += selection.ofOthers();
    omitted += selection.omitted().values().stream().mapToLong(Long::longValue).sum();
    watches.forEach(
        (ledger, watch) -> {
          if (!seen.contains(ledger)) {
            watch.deleted();
          }
        });
    makeRoom(watches);
    found = seen;
  }

  private static Set<Path> union(Set<Path> seen, List<Path> others) {
    Set<Path> all = new HashSet<>(seen);
    all.addAll(others);
    return all;
  }

  private boolean isToBeTried(Path ledger) {
    return !passedOver.contains(ledger) && !unreadable.mustWait(ledger);
  }

  private void add(LedgerFiles files, LedgerSelection selection, Set<Path> fresh) {
    try {
      selection.add(files);
    } catch (OutOfMemoryError e) {
      fresh.remove(files.ledger());
      unreadable(files.ledger(), e);
    }
  }

  /**
   * Tries to watch a ledger. Removes the ledger from {@code fresh} even if it cannot be read,
   * because it may become readable later.
   */
  private void watch(LedgerCandidate candidate, Map<Path, ProcessWatch> watches, Set<Path> fresh) {
    Path ledger = candidate.ledger();
    fresh.remove(ledger);
    FileStamp before = FileStamp.of(ledger);
    try {
      watches.put(ledger, opener.open(ledger));
      readable(ledger);
    } catch (IOException e) {
      if (!isStarting(ledger)) {
        unreadable(ledger, before, e);
      }
    } catch (OutOfMemoryError e) {
      unreadable(ledger, before, e);
    }
  }

  private boolean isStarting(Path ledger) {
    try {
      long millis = Files.getLastModifiedTime(ledger).toMillis();
      // If the clock was set back, a file may appear to be days in the future.
      return Math.abs(wallClock.millis() - millis) < STARTING_MILLIS;
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Closes surplus watches: those of running processes last, otherwise those of the processes that
   * started first.
   */
  private void makeRoom(Map<Path, ProcessWatch> watches) {
    if (watches.size() <= max) {
      return;
    }
    List<ProcessWatch> all = new ArrayList<>(watches.values());
    all.sort(
        Comparator.comparing(ProcessWatch::state)
            .reversed()
            .thenComparing(watch -> watch.view().pulse().process().startedAt()));
    for (ProcessWatch watch : all.subList(0, watches.size() - max)) {
      if (watch.state() == ProcessState.RUNNING) {
        problem(watch.ledger(), watch.ledger() + " is not watched: too many processes are running");
      }
      watches.remove(watch.ledger());
      passedOver.add(watch.ledger());
      omitted += watch.isDeleted() ? 0 : 1;
      MachineWatch.closeQuietly(watch);
    }
  }

  /**
   * Records that a ledger cannot be read, perhaps only because of insufficient heap. Does nothing
   * if the ledger was deleted.
   */
  void unreadable(Path ledger, Throwable why) {
    unreadable(ledger, null, why);
  }

  private void unreadable(Path ledger, @Nullable FileStamp before, Throwable why) {
    if (!LedgerCandidate.isGone(ledger)) {
      problem(ledger, UnreadableLedgers.sentence(ledger, why));
      unreadable.failed(ledger, before, why);
    }
  }

  /** Records that a ledger was read. */
  void readable(Path ledger) {
    problems.remove(ledger);
    unreadable.forget(ledger);
  }

  private void problem(Path of, String sentence) {
    if (problems.size() < MAX_PROBLEMS) {
      problems.put(of, sentence);
    }
  }

  long omitted() {
    return omitted;
  }

  long ofOthers() {
    return ofOthers;
  }

  List<String> problems() {
    return new ArrayList<>(problems.values());
  }
}
