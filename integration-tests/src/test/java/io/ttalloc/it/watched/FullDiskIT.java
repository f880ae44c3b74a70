package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.evidence.SmallDisk;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a report that does not fit on the disk. Skipped if no small file system can be mounted. */
@Variant
class FullDiskIT {
  @TempDir private Path folder;

  private TrackedRun tracked;

  @BeforeEach
  void leaveALedger() throws Exception {
    tracked = TrackedRun.in(folder).rules(LeavesOneOpen.RULES);
    tracked.on(Jdks.ofThisBuild()).main(LeavesOneOpen.class).run().expectSuccess();
  }

  private JvmResult dump(String... options) throws Exception {
    String ledger = tracked.ledgers().ledgers().get(0).toString();
    String[] all =
        Stream.concat(Stream.of("dump", ledger), Stream.of(options)).toArray(String[]::new);
    return MonitorCommand.jvm(tracked.ledgers().path(), all).run();
  }

  @Test
  void oneLineSaysWhyAndNothingHalfIsLeft() throws Exception {
    try (SmallDisk disk = SmallDisk.mountAt(folder.resolve("disk"), "64k")) {
      if (!disk.isMounted()) {
        System.out.println("FullDiskIT is skipped: no in-memory file system can be mounted");
      }
      assumeTrue(disk.isMounted());
      Path page = Files.writeString(disk.path().resolve("page.html"), "an earlier one");

      JvmResult result = dump("-o", page.toString()).expectStatus(1);
      assertThat(result.out()).isEmpty();
      assertThat(result.err().lines())
          .singleElement()
          .asString()
          .startsWith("tt-alloc: cannot write the report to " + page + ": ")
          .contains("No space left on device")
          .endsWith("; nothing was written");
      assertThat(page).hasContent("an earlier one");

      Path viewer = disk.path().resolve("viewer");
      JvmResult database = dump("--format=ttnn", "-o", viewer.toString()).expectStatus(1);
      assertThat(database.err().lines())
          .singleElement()
          .asString()
          .startsWith("tt-alloc: cannot write the report to " + viewer + ": ")
          .endsWith("expected free space and write permission there; nothing was written");
      try (Stream<Path> left = Files.list(disk.path())) {
        assertThat(left).containsExactly(page);
      }
    }
  }
}
