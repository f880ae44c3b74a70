package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the messages of commands that may not read a folder or a ledger. The commands do not run as
 * root, because root may read everything. The two folders are the default ledger folders of the
 * user that the commands run as.
 */
@Variant
class NoPermissionIT {
  private static final int USER = 65_534;
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

  @TempDir private static Path folder;

  private static String name;
  private static Path own;
  private static Path barred;
  private static Path monitor;
  private static Path readable;
  private static Path unreadable;

  @BeforeAll
  static void twoFoldersAndTwoLedgers() throws Exception {
    boolean possible =
        Files.isExecutable(SETPRIV)
            && Files.isDirectory(Path.of("/dev/shm"))
            && (int) Files.getAttribute(folder, "unix:uid") == 0;
    if (!possible) {
      System.out.println("NoPermissionIT is skipped: no root, setpriv or /dev/shm");
    }
    assumeTrue(possible);
    TrackedRun tracked = TrackedRun.in(folder).rules(LeavesOneOpen.RULES);
    tracked.on(Jdks.ofThisBuild()).main(LeavesOneOpen.class).run().expectSuccess();
    Path ledger = tracked.ledgers().ledgers().get(0);

    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    monitor = Files.copy(Repository.monitorJar(), folder.resolve("monitor.jar"));
    name = "test" + ProcessHandle.current().pid() + "-" + folder.getFileName();
    own = ofUser(Files.createDirectory(Path.of("/dev/shm/tt-alloc-" + name)), "rwx------");
    barred = Files.createDirectory(Path.of("/tmp/tt-alloc-" + name));
    Files.setPosixFilePermissions(barred, PosixFilePermissions.fromString("rwx------"));
    readable = ofUser(Files.copy(ledger, own.resolve("7-7-0000000a.ledger")), "rw-------");
    unreadable = ofUser(Files.copy(ledger, own.resolve("8-8-0000000a.ledger")), "---------");
  }

  @AfterAll
  static void remove() throws IOException {
    for (Path made : Stream.of(own, barred).filter(path -> path != null).toList()) {
      try (Stream<Path> files = Files.list(made)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(made);
    }
  }

  private static Path ofUser(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    Files.setAttribute(file, "unix:uid", USER);
    // Dated back, because top ignores a new file, which may still be incomplete.
    return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
  }

  private static TestJvm command(String... arguments) {
    return TestJvm.on(Jdks.ofThisBuild())
        .withoutAgent()
        .launchedBy(SETPRIV.toString(), "--reuid=" + USER, "--clear-groups", "--")
        .jvmFlags(TestJvm.monitorFlags())
        .jvmFlags("-Duser.name=" + name, "-XX:-UsePerfData")
        .directory(folder)
        .jar(monitor, arguments);
  }

  private static List<String> problems() {
    return List.of(
        "tt-alloc: " + unreadable + " cannot be read: permission denied",
        "tt-alloc: "
            + barred
            + " cannot be read: permission denied; expected a ledger folder that you can read");
  }

  @Test
  void whatCanBeReadIsListedAndTheRestIsOneLineEach() throws Exception {
    JvmResult table = command("ps").run().expectStatus(1);
    assertThat(table.err().lines()).containsExactlyElementsOf(problems());
    assertThat(table.out().lines()).hasSize(2).last().asString().contains(" ended ");

    JsonObject object = command("ps", "--json").run().expectStatus(1).json();
    assertThat(object.getAsJsonArray("ledgers")).hasSize(2);
    assertThat(object.getAsJsonArray("problems")).hasSize(1);

    JvmResult top = command("top", "--once").run().expectSuccess();
    assertThat(top.err()).isEmpty();
    assertThat(top.out()).contains(" ended ").doesNotContain("no ledgers");
    assertThat(top.out().lines().filter(line -> line.startsWith("tt-alloc: "))).hasSize(2);
  }

  @Test
  void serveTellsWhatItCannotReadAndGoesOn() throws Exception {
    try (Server server = Server.started(command("serve", "--port=0", "--socket=none"))) {
      for (String problem : problems()) {
        server.awaitLine("^\\Q" + problem + "\\E$");
      }
      assertThat(server.get("/metrics")).contains("tt_alloc_processes{state=\"ended\"} 1.0\n");
      assertThat(server.terminate().out()).containsOnlyOnce("permission denied; expected");
    }
  }

  @Test
  void otherCommandsRefuseInOneLine() throws Exception {
    assertThat(command("dump", unreadable.toString()).run().expectStatus(1).err())
        .isEqualTo(problems().get(0) + "\n");
    JvmResult listed = command("ps", "--dir", barred.toString()).run().expectStatus(1);
    assertThat(listed.err()).isEqualTo(problems().get(1) + "\n");
    assertThat(listed.out()).isEmpty();
    JvmResult pruned = command("prune", "--dry-run", "--keep=0").run().expectStatus(1);
    assertThat(pruned.err().lines())
        .singleElement()
        .asString()
        .startsWith("tt-alloc: " + barred + " belongs to user id 0, expected " + USER)
        .endsWith("; nothing is deleted there");
    assertThat(pruned.out()).contains("would delete " + readable + " (ended ");
  }
}
