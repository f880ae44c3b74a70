package io.ttalloc.benchmarks;

import io.ttalloc.benchmarks.hooks.HookRuns;
import java.util.ArrayList;
import java.util.List;

/** The notes on how each part is measured, for the published results. */
final class Notes {
  private Notes() {}

  static List<String> of(HookRuns.Length length) {
    List<String> notes = new ArrayList<>(ofHooks(length));
    notes.addAll(ofProcesses());
    return notes;
  }

  private static List<String> ofHooks(HookRuns.Length length) {
    return List.of(
        """
        Open and close: JMH, average time, %d rounds over all figures. In each round, every \
        figure is measured in its own JVM (heap of 1 GiB, touched in advance; default collector) \
        with %d warm-up and %d measured iterations of %d ms. Within a round, the subjects are \
        measured one after another at each depth, so that figures that are compared come from the \
        same minute."""
            .formatted(length.rounds(), length.warmUps(), length.iterations(), length.millis()),
        """
        A depth is the total number of frames on the thread's stack during the operation, checked \
        at the start of each JVM. Most of them are frames of four methods that are never inlined, \
        on a thread of the benchmark's own (JMH's threads already have 14 frames when they reach \
        a benchmark).""",
        """
        tt-alloc is the agent's real jar in the measured JVM. The agent's report at exit must say \
        that everything that was opened was closed and nothing was dropped; otherwise the run \
        fails. The rule of the plain resource names only the methods that open and close it; the \
        rule of the device buffer also records bytes, extent, address, device, space, session and \
        ownership.""",
        """
        The bare Throwable is constructed and stored. Netty tracks and closes an object of the \
        same class. Arrow allocates and releases 64 bytes.""",
        """
        Tried and rejected: one reference for 8 to 64 resources, and a plain object for each \
        (decision 72: a full collection takes 2.2 instead of 2.9 times as long as the untracked \
        one); completing an event whose hook met an Error (decision 71).""",
        """
        All figures are medians, with half the distance between the quartiles as the error, \
        because on a shared machine some samples, or a whole round, take longer than all others \
        together.""");
  }

  private static List<String> ofProcesses() {
    return List.of(
        """
        Whole processes: the variants that are compared run in turn, and ratios and differences \
        are computed within a turn, because machines differ, and the speed of a machine varies \
        from minute to minute. Times extend to the very end of a process; processor time is what \
        the system accounts to a process after its end, including the child processes for which \
        it has waited. Warm: the agent's private folder contains what earlier runs left there; \
        cold: it is empty.""",
        """
        The classes are random classes, the same ones each time, of Spring Boot, Kafka, Artemis \
        and their dependencies, loaded by Class.forName(name, false, loader). The web service \
        uses Jetty, HikariCP, H2 in memory, and files; each request opens and closes 4.2 \
        resources and lists 100 orders. Both services, one with the agent and one without, run at \
        the same time and receive 400 requests a second in turn. Memory outside the heap and the \
        ledger is the resident memory of the process and its child processes that is neither \
        mapped from a file nor shared, sampled every 5 ms, with a heap of 64 MiB that is touched \
        in advance.""",
        """
        Memory per object is the heap in use after a full collection minus that of the same \
        program untracked, plus the size of the ledger file. The object is the worst case: the \
        added field costs it 8 bytes because of alignment. Collections are System.gc() with the \
        default collector and a fixed heap.""",
        """
        Watching: one process writes all ledgers that serve watches, with the agent's own writer \
        and with the ledgers' locks held, because so many tracked JVMs do not fit on this \
        machine. The ledger of each running process has 200 stacks, and 100 resources are closed \
        and opened in it per second. Of the 500 ledgers, 450 are of processes that have ended, \
        with 1,000 resources of 20 stacks each; every other one of these processes lost its \
        resources. The other 50 have 10,000 open resources each, and lose one a second. The \
        shares are measured over windows of 30 s (60 s with 500 ledgers), memory is the peak \
        resident memory, and serve has the launcher's flags. A report is out of date if its \
        process has opened or closed anything since. The program that top watches opens and \
        closes without pause, 17 frames deep; it is measured alternately with and without top, \
        and each pair gives a ratio.""");
  }
}
