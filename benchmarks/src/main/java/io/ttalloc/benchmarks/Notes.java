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
        Open and close: JMH, average time, %d rounds over everything. In each round every figure has \
        a JVM of its own (1 GiB heap, touched before, default collector) with %d warm-up and %d measured iterations \
        of %d ms. Within a round the subjects follow each other at one depth, so what is compared \
        was measured within the same minute."""
            .formatted(length.rounds(), length.warmUps(), length.iterations(), length.millis()),
        """
        A depth is the number of all frames of the thread where the operation is done, checked at \
        the start of each JVM: frames of four methods that are never inlined, on a thread of the \
        benchmark's own (JMH's threads have 14 frames before they reach a benchmark).""",
        """
        tt-alloc is the agent's real jar in the measured JVM. Its report at the end must say that \
        all that was opened was closed and nothing dropped, else the run fails. The plain resource's \
        rule says only what opens and what closes; the device buffer's records bytes, extent, \
        address, device, space, session and ownership.""",
        """
        The bare Throwable is constructed and stored. Netty tracks and closes an object of the same \
        class. Arrow allocates and releases 64 bytes.""",
        """
        Tried and dropped: one reference for 8 to 64 resources, and a plain object for each (decision 72: a \
        full collection takes 2.2 instead of 2.9 times the untracked one); completing an event whose hook met an Error (decision 71).""",
        """
        All figures are medians, with half the distance between the quartiles: on a shared machine \
        some samples, or a whole round, are late by more than all others together.""");
  }

  private static List<String> ofProcesses() {
    return List.of(
        """
        Whole processes: what is compared is run in turn, and ratios and differences are taken within \
        a turn, since machines differ and so does one from minute to minute. Times are to the very \
        end of a process; processor time is the system's account of it once it has ended, with the \
        processes that it has started and waited for. Warm: the agent's private folder has what \
        earlier runs left there; cold: it is empty.""",
        """
        The classes are random ones, always the same, of Spring Boot, Kafka and Artemis and of what these need, loaded \
        by Class.forName(name, false, loader). The web service is Jetty with HikariCP, H2 in memory and files; each \
        request opens and closes 4.2 resources and lists 100 orders. Both services, with the agent and without, run at once, and \
        get 400 requests a second in turn. Memory outside of heap and ledger: what the process and those that it has \
        started have that is no file and not shared, looked at every 5 ms, with a heap of 64 MiB that was touched before.""",
        """
        Memory per object is the heap in use after a full collection less that of the same program \
        untracked, and the size of the ledger file; the object is one to which the added field costs \
        8 bytes by alignment. Collections are System.gc() with the default collector and a fixed \
        heap.""",
        """
        Watching: the ledgers that serve watches are written by one process that stands for all, by \
        the agent's own writer and with their locks held: so many tracked JVMs do not fit into this \
        machine. Each has 200 stacks, and 100 resources are closed and opened in it per second. \
        Of the 500 ledgers, 450 are of processes that have ended, with 1,000 resources of 20 stacks \
        each, which every other process has lost; the 50 others have 10,000 open, and lose one a \
        second. The shares are of windows of 30 s, of 60 s with 500 ledgers, the memory is the greatest \
        resident one, and serve has the flags of the launcher. A report is out of date when its process has \
        opened or closed anything since. The program that top watches opens and closes without pause, \
        17 frames deep; it is measured with top and without in turn, and each pair is a ratio.""");
  }
}
