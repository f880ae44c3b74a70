package io.ttalloc.analysis.report.json;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.TypeEntry;
import org.junit.jupiter.api.Test;

class JsonFormatTest {
  private static final TypeEntry FILE = type("file", "java.io.FileInputStream");

  private static String json(LedgerBuilder ledger) {
    return Reports.written(Reports.of(ledger), new JsonFormat());
  }

  @Test
  void writesEveryFieldOfASmallLedger() {
    LedgerBuilder ledger = ledger();
    ledger
        .open(BUFFER, stack("io.ttalloc.runtime.Buffer.create:9", "demo.Main.run:48"))
        .on("c0#1", 0, "DRAM")
        .at(0x3ffff800L, 2_048)
        .bytes(12_288)
        .label("weights");
    ledger.mark("run 1", 90_000_000).statistics(1, 0, "c0#1", "DRAM", 12_288);
    for (int i = 0; i < 3; i++) {
      ledger
          .open(BUFFER, stack("demo.Main.scratch:20"))
          .on("c0#1", 0, "DRAM")
          .at(0, 1_024)
          .bytes(8_192)
          .closedAfter(1_000_000);
    }
    ledger.closed(FILE, stack("demo.Main.read:7"), 2, 1_000_000);
    ledger.misuse(
        MisuseKind.DOUBLE_CLOSE, FILE, stack("demo.Main.read:8"), stack("demo.Main.read:9"), 1);
    assertThat(json(ledger))
        .isEqualTo(
            """
            {
             "schema": "tt-alloc/1",
             "process": {
              "pid": 4242,
              "startedAt": "2026-01-02T03:04:04.900Z",
              "command": "demo mesh",
              "jvm": "17.0.15",
              "ended": "exit",
              "attachedLate": false,
              "capture": "full",
              "confidence": "HIGH",
              "confidenceReasons": [],
              "notWoven": []
             },
             "summary": {
              "headline": "1 LEAK: 1 open, 12,288 B (1 buffer), at Main.run, and 1 misuse",
              "judgement": "LEAKS",
              "leaks": 1,
              "failures": 1,
              "entries": 1,
              "suppressed": 0,
              "misuse": 1
             },
             "totals": {
              "opened": 6,
              "closed": 5,
              "disowned": 0,
              "live": 1,
              "liveBytes": 12288,
              "handles": 1,
              "handleBytes": 12288,
              "dropped": 0,
              "unknownCloses": 0,
              "unattributedBytes": 0,
              "vanishedBytes": 0,
              "containers": {}
             },
             "devices": [
              {
               "device": 0,
               "space": "DRAM",
               "live": 1,
               "liveBytes": 12288,
               "handles": 1,
               "handleBytes": 12288,
               "distinctBytes": 12288,
               "peakBytes": 20480,
               "opened": 4,
               "closed": 3,
               "allocatorBytes": 12288,
               "unattributedBytes": 0,
               "vanishedBytes": 0
              }
             ],
             "marks": [
              {
               "name": "run 1",
               "at": "2026-01-02T03:04:05.002Z",
               "left": 1,
               "leftBytes": 12288,
               "residentBytes": 90000000
              }
             ],
             "lifetimes": [
              {
               "type": "buffer",
               "site": "Main.scratch",
               "count": 3,
               "p50Nanos": 1019903,
               "p90Nanos": 1019903,
               "p99Nanos": 1019903,
               "maxNanos": 1019903
              },
              {
               "type": "file",
               "site": "Main.read",
               "count": 2,
               "p50Nanos": 1019903,
               "p90Nanos": 1019903,
               "p99Nanos": 1019903,
               "maxNanos": 1019903
              }
             ],
             "entries": [
              {
               "number": 1,
               "verdict": "LEFT_OPEN",
               "leak": true,
               "growing": false,
               "suppressedBy": null,
               "baseline": null,
               "title": "Main.run",
               "count": 1,
               "bytes": 12288,
               "rows": [
                {
                 "type": "buffer",
                 "class": "io.ttalloc.runtime.Buffer",
                 "space": "DRAM",
                 "count": 1,
                 "bytes": 12288,
                 "stacks": 1,
                 "findings": [0],
                 "callers": null
                }
               ]
              }
             ],
             "findings": [
              {
               "fingerprint": "3f61aef01113bc92",
               "verdict": "LEFT_OPEN",
               "leak": true,
               "growing": false,
               "suppressedBy": null,
               "baseline": null,
               "confidence": "HIGH",
               "type": "buffer",
               "class": "io.ttalloc.runtime.Buffer",
               "count": 1,
               "opened": 1,
               "closed": 0,
               "disowned": 0,
               "bytes": 12288,
               "regions": 1,
               "regionBytes": 12288,
               "reclaimedBytes": 0,
               "viewsOpened": 0,
               "viewsClosed": 0,
               "space": "DRAM",
               "devices": [0],
               "addresses": ["0x3ffff800"],
               "moreAddresses": false,
               "blocks": [
                {
                 "bytes": 12288,
                 "address": "0x3ffff800",
                 "count": 1,
                 "devices": [0]
                }
               ],
               "moreBlocks": false,
               "labels": [
                "weights"
               ],
               "moreLabels": false,
               "threads": [
                "main"
               ],
               "title": "Main.run",
               "titleCall": "Main.run",
               "titleLine": null,
               "site": "Main.run",
               "whose": "program",
               "library": null,
               "sites": [],
               "owner": null,
               "ownerChain": [],
               "heldBy": null,
               "keptBy": [],
               "heapBytes": 0,
               "entries": [],
               "ownerClosedBy": [],
               "why": [
                "open when the process ended; still reachable, and in no cache"
               ],
               "reasons": [
                {
                 "kind": "OPEN_AT_END",
                 "reach": "REACHABLE",
                 "inNoCache": true,
                 "notInDump": false
                }
               ],
               "fix": "call close() on the Buffer that Main.run(Main.java:48) opened",
               "advice": [
                {
                 "kind": "CLOSE",
                 "call": {
                  "call": "close()",
                  "on": "RESOURCE",
                  "className": "io.ttalloc.runtime.Buffer",
                  "openedBy": null,
                  "returned": false,
                  "wrapper": null
                 },
                 "at": [
                  {"class":"demo.Main","method":"run","file":"Main.java","line":48}
                 ],
                 "openedThere": true,
                 "block": "NONE"
                }
               ],
               "oldestNanos": 1999000000,
               "openedBy": [
                {"class":"io.ttalloc.runtime.Buffer","method":"create","file":"Buffer.java","line":9},
                {"class":"demo.Main","method":"run","file":"Main.java","line":48}
               ],
               "siblingsClosedBy": [],
               "growth": [
                {
                 "mark": "run 1",
                 "count": 1,
                 "bytes": 12288,
                 "open": 1,
                 "openBytes": 12288
                }
               ]
              }
             ],
             "misuse": [
              {
               "kind": "DOUBLE_CLOSE",
               "type": "file",
               "class": "java.io.FileInputStream",
               "count": 1,
               "detail": null,
               "labels": [],
               "moreLabels": false,
               "fix": "close each FileInputStream once: remove the close at Main.read(Main.java:9)",
               "first": [
                {"class":"demo.Main","method":"read","file":"Main.java","line":8}
               ],
               "second": [
                {"class":"demo.Main","method":"read","file":"Main.java","line":9}
               ]
              }
             ],
             "suppressions": [],
             "baseline": null
            }
            """);
  }

  @Test
  void meshScenarioHasItsKnownNumbers() {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    MeshRun.record(ledger, "1");
    MeshRun.statistics(ledger, "1", 36_864, 12_288);
    JsonObject root = JsonParser.parseString(json(ledger)).getAsJsonObject();
    assertThat(root.get("schema").getAsString()).isEqualTo("tt-alloc/1");
    JsonArray devices = root.getAsJsonArray("devices");
    for (JsonElement element : devices) {
      JsonObject row = element.getAsJsonObject();
      boolean dram = row.get("space").getAsString().equals("DRAM");
      assertThat(row.get("liveBytes").getAsLong()).isEqualTo(dram ? 36_864 : 12_288);
      assertThat(row.get("handleBytes").getAsLong()).isEqualTo(dram ? 36_864 : 22_528);
      assertThat(row.get("allocatorBytes")).isEqualTo(row.get("liveBytes"));
    }
    assertThat(devices).hasSize(9);
    JsonObject worst = root.getAsJsonArray("findings").get(0).getAsJsonObject();
    assertThat(worst.get("verdict").getAsString()).isEqualTo("CACHED");
    assertThat(worst.get("addresses").toString()).isEqualTo("[\"0x3ffff000\"]");
    assertThat(worst.get("devices").toString()).isEqualTo("[0,1,2,3,4,5,6,7]");
    assertThat(worst.get("bytes").getAsLong()).isEqualTo(8 * 24_576);
  }

  @Test
  void escapesTextOfTheApplication() {
    LedgerBuilder ledger = ledger().command("a\"b\\c\u2028\u0001");
    ledger.open(FILE, stack("demo.Main.read:7")).label("x\ny");
    JsonObject root = JsonParser.parseString(json(ledger)).getAsJsonObject();
    assertThat(root.getAsJsonObject("process").get("command").getAsString())
        .isEqualTo("a\"b\\c\u2028\u0001");
  }

  @Test
  void aCleanProgramHasNoFindings() {
    JsonObject root = JsonParser.parseString(json(ledger())).getAsJsonObject();
    assertThat(root.getAsJsonArray("findings")).isEmpty();
    assertThat(root.getAsJsonObject("totals").get("live").getAsLong()).isZero();
  }
}
