package io.ttalloc.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that an application can see exactly those effects of the agent that docs/side-effects.md
 * lists.
 */
class SideEffectsIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.process.LooksAround$Door
          subtypes: true
          type: door
          open: [<init>, find]
          close: [close]
          use: [knock]
          scope: [find]
          label: name
        - class: io.ttalloc.it.process.LooksAround$Unopened
          type: unopened
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.process.LooksAround$Heir
          type: heir
          open: [<init>]
          close: [close]
      """;

  @TempDir private Path folder;

  @EveryJdk
  void anApplicationSeesTheListedTracesAndClassDataSharingGoesOn(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    Map<String, String> bare =
        seen(looksAround(TestJvm.on(jdk).withoutAgent(), "bare.log").run().expectSuccess());
    JvmResult result = looksAround(tracked.on(jdk), "watched.log").run().expectSuccess();

    Map<String, String> added = new LinkedHashMap<>();
    seen(result)
        .forEach(
            (what, value) -> {
              if (!value.equals(bare.get(what))) {
                added.put(what, value.replace(folder.toString(), ""));
              }
            });
    assertThat(bare).hasSizeGreaterThan(20).hasSameSizeAs(seen(result));
    assertThat(added)
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry(
                    "fields of a class whose objects were opened, own loader",
                    "[private transient synthetic $ttAllocResource]"),
                Map.entry(
                    "fields of a class without objects",
                    "[private transient synthetic $ttAllocResource]"),
                Map.entry("methods of a class that inherits its close", "[public synthetic close]"),
                Map.entry(
                    "stack of an inherited close that throws",
                    "[LooksAround$Old.close, LooksAround$Heir.close, LooksAround.stackOf, LooksAround.stacks, LooksAround.main]"),
                Map.entry("class java.lang.TtAllocHooks", "true"),
                Map.entry("class io.ttalloc.probe.Probe", "true"),
                Map.entry("class io.ttalloc.agent.AgentEntry", "true"),
                Map.entry("threads", "[tt-alloc-collected, tt-alloc-growth, tt-alloc-unseen]"),
                Map.entry("shutdown slots", "[1, 3, 9]"),
                Map.entry("management beans of tt-alloc", "[io.ttalloc:type=Ledger]"),
                Map.entry("mapped files", "true"),
                Map.entry("open files", "[.ledger, .lock]"),
                Map.entry("a flag of the JVM is -javaagent", "true"),
                Map.entry(
                    "types of events of tt-alloc",
                    "[ttalloc.LedgerStatistics, ttalloc.ResourceClosed, ttalloc.ResourceLost, ttalloc.ResourceOpened]")));

    assertThat(shared("bare.log")).hasSizeGreaterThan(100);
    assertThat(shared("watched.log"))
        .contains("java.lang.String", "java.util.concurrent.ConcurrentHashMap")
        .hasSizeGreaterThan(shared("bare.log").size());
  }

  private TestJvm looksAround(TestJvm jvm, String log) {
    return jvm.jvmFlags(
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-Xlog:class+load:file=" + folder.resolve(log))
        .main(LooksAround.class);
  }

  /** The JDK classes that were loaded from the CDS archive. */
  private Set<String> shared(String log) throws IOException {
    Set<String> names = new TreeSet<>();
    for (String line : Files.readAllLines(folder.resolve(log))) {
      if (line.endsWith(" source: shared objects file") && !line.contains("Lambda")) {
        names.add(line.replaceAll(".*\\] | source: .*", ""));
      }
    }
    return names;
  }

  private static Map<String, String> seen(JvmResult result) {
    Map<String, String> seen = new LinkedHashMap<>();
    result
        .out()
        .lines()
        .forEach(line -> seen.put(line.replaceAll(": .*", ""), line.replaceFirst(".*?: ", "")));
    return seen;
  }
}
