package io.ttalloc.it.killed;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Effort;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.it.reliability.Row;
import io.ttalloc.it.reliability.Trial;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Kills three processes. In the profile {@code reliability}, it kills 200 for each JDK, or the
 * number in {@code -Dttalloc.kills}; {@code -Dttalloc.seed} repeats the kill times of an earlier
 * run as far as the scheduler allows. The JDKs are tested in parallel, since hundreds of starts
 * take most of the time.
 */
@Execution(ExecutionMode.CONCURRENT)
class KilledIT {

  private static final int FEW_KILLS = 3;
  private static final int MANY_KILLS = Integer.getInteger("ttalloc.kills", Effort.of(200));
  private static final long SEED = Long.getLong("ttalloc.seed", System.nanoTime());

  /**
   * The latest moment of a kill, as a number of events; by then the ledger has grown several times.
   */
  private static final int MAX_EVENTS = 300_000;

  /** The rules that track the cells of {@link Journalled}. */
  private static final String CELLS =
      """
        - class: io.ttalloc.it.killed.Journalled$Cell
          type: cell
          open: [<init>]
          close: [close]
          bytes: number()
      """;

  @TempDir private Path folder;

  @OneJdk
  void theLiveSetOfALedgerIsThatOfTheJournalWheneverTheProcessIsKilled(Jdk jdk) throws Exception {
    kill(jdk, FEW_KILLS);
  }

  @EveryJdk
  @Reliability
  void theLiveSetOfALedgerIsThatOfTheJournalInHundredsOfKills(Jdk jdk) throws Exception {
    Kills kills = kill(jdk, MANY_KILLS);
    String repeats =
        String.format(
            Locale.ROOT, "%,d kills, with up to %,d events before", MANY_KILLS, MAX_EVENTS);
    // Nothing was lost; otherwise an assertion would have failed.
    Row.of(Trial.KILLED, jdk, repeats, 0, kills.dropped(), kills.maxNanos(), 128 + 9).write();
  }

  /**
   * The result of a series of kills.
   *
   * @param dropped the openings that the ledgers count as dropped
   * @param maxNanos the duration of the longest event that any of the programs has measured
   */
  private record Kills(long dropped, long maxNanos) {}

  private Kills kill(Jdk jdk, int kills) throws Exception {
    long dropped = 0;
    long maxNanos = 0;
    Random random = new Random(SEED);
    for (int kill = 1; kill <= kills; kill++) {
      // A third of the kills come early, while new stacks and segments appear. Another third fall
      // within the first tenth of the events.
      int bound = kill % 3 == 0 ? 1_000 : kill % 3 == 1 ? MAX_EVENTS / 10 : MAX_EVENTS;
      int moment = 1 + random.nextInt(bound);
      TrackedRun killed = TrackedRun.in(folder).rules(CELLS);
      Journal journal = killAfter(moment, killed, jdk);

      String where = "kill %d of %d after %d events, seed %d".formatted(kill, kills, moment, SEED);
      LedgerImage ledger = killed.ledgers().read();
      assertThat(ledger.process().ended()).as(where).isEqualTo(ProcessEntry.Ended.KILLED);
      // Slow growth is the only kind of loss that depends on the machine's speed.
      assertThat(ledger.losses().keySet()).as(where).isSubsetOf(Loss.GREW_TOO_SLOWLY);
      assertThat(ledger.unknownCloses()).as(where).isLessThanOrEqualTo(ledger.dropped());
      List<SlotEntry> live = live(ledger);
      assertSameCells(where, live, journal, ledger.dropped());
      assertAllHaveTheStackThatOpenedThem(where, live);
      clear(killed);
      dropped += ledger.dropped();
      maxNanos = Math.max(maxNanos, journal.maxNanos());
    }
    return new Kills(dropped, maxNanos);
  }

  @Variant
  @OneJdk
  void theCommandLineShowsTheLiveSetWithStacks(Jdk jdk) throws Exception {
    TrackedRun killed = TrackedRun.in(folder).rules(CELLS);
    Journal journal = killAfter(20_000, killed, jdk);
    Path report = killed.file("dump.json");

    TestJvm.on(jdk)
        .optimizing()
        .monitor(
            "dump",
            killed.ledgers().ledgers().get(0).toString(),
            "--format",
            "json",
            "-o",
            report.toString())
        .run()
        .expectSuccess();

    JsonReport json = JsonReport.read(report);
    assertThat(json.root().getAsJsonObject("process").get("ended").getAsString())
        .isEqualTo("killed");
    assertThat(json.total("live"))
        .isBetween(
            (long) journal.open().size() - Journalled.THREADS,
            (long) journal.open().size() + Journalled.THREADS);
    long counted = 0;
    for (JsonObject finding : json.findings()) {
      assertThat(finding.get("verdict").getAsString()).isEqualTo("OPEN");
      assertThat(finding.get("leak").getAsBoolean()).isFalse();
      assertThat(JsonReport.frames(finding, "openedBy"))
          .first()
          .asString()
          .startsWith("Journalled$Cell.<init>(Journalled.java:");
      counted += finding.get("count").getAsLong();
    }
    assertThat(counted).isEqualTo(json.total("live"));
  }

  private static Journal killAfter(int events, TrackedRun tracked, Jdk jdk)
      throws InterruptedException {
    Path file = tracked.file("journal");
    Journal journal = new Journal(file, Journalled.THREADS, Journalled.PLACES);
    try (RunningJvm running =
        tracked
            .on(jdk)
            .optimizing()
            .main(Journalled.class, file.toString())
            .jvmFlags("-Xss4m")
            .start()) {
      Await.until(() -> journal.events() >= events || !running.isAlive());
      assertThat(running.isAlive()).as("the program is alive").isTrue();
      running.kill();
    }
    return journal;
  }

  /** Deletes the files of a killed run, because the files of many runs would fill the disk. */
  private static void clear(TrackedRun killed) throws IOException {
    for (String name : killed.ledgers().fileNames()) {
      Files.delete(killed.ledgers().path().resolve(name));
    }
    Files.delete(killed.file("journal"));
  }

  private static List<SlotEntry> live(LedgerImage ledger) throws IOException {
    List<SlotEntry> live = new ArrayList<>();
    ledger.forEachSlot(live::add);
    assertThat(live).allMatch(slot -> slot.state() == SlotState.OPEN);
    return live;
  }

  /** Asserts that the ledger and the journal contain the same cells, except for dropped ones. */
  private static void assertSameCells(
      String where, List<SlotEntry> live, Journal journal, long dropped) {
    Set<Long> inLedger = new HashSet<>();
    for (SlotEntry slot : live) {
      assertThat(inLedger.add(slot.bytes())).as("cell %d once, %s", slot.bytes(), where).isTrue();
    }
    Set<Long> inJournal = journal.open();
    Set<Long> undecided = journal.inFlight();
    inLedger.removeAll(undecided);
    inJournal.removeAll(undecided);
    // Uses sets, because AssertJ's comparison looks up each cell in a list of thousands.
    Set<Long> unknown = new HashSet<>(inLedger);
    unknown.removeAll(inJournal);
    assertThat(unknown).as("not in the journal, %s", where).isEmpty();
    inJournal.removeAll(inLedger);
    assertThat(inJournal)
        .as("not in the ledger, %s", where)
        .hasSizeLessThanOrEqualTo((int) dropped);
  }

  private static void assertAllHaveTheStackThatOpenedThem(String where, List<SlotEntry> live) {
    for (SlotEntry slot : live) {
      List<Frame> stack = slot.tally().stack();
      long deep = stack.stream().filter(frame -> frame.method().equals("openBelow")).count();
      assertThat(deep)
          .as("depth of cell %d, %s", slot.bytes(), where)
          .isEqualTo(slot.bytes() % Journalled.DEPTHS + 1);
    }
  }
}
