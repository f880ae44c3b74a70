package io.ttalloc.it.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.Retention;
import io.ttalloc.ledger.files.WovenFiles;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** A folder in which JVMs write their ledgers. Immutable; every call reads the folder again. */
public record LedgerFolder(Path path) {

  /** The agent's option for this folder. */
  public String option() {
    return "dir=" + path;
  }

  /** Creates the folder. */
  public void create() throws IOException {
    Files.createDirectory(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /** Creates the folder, and makes the agent also keep the ledgers of clean runs. */
  public void keepAll() throws IOException {
    create();
    Files.createFile(path.resolve(Retention.KEEP_ALL));
  }

  /**
   * The names of all files, sorted; none if the folder does not exist. Excludes the cache of woven
   * classes, which outlives processes.
   */
  public List<String> fileNames() throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !WovenFiles.isOne(name))
          .sorted()
          .toList();
    }
  }

  /** The files of the cache of woven classes. */
  public List<Path> wovenFiles() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.filter(file -> WovenFiles.isOne(file.getFileName().toString())).toList();
    }
  }

  /** The ledgers, sorted by name. */
  public List<Path> ledgers() throws IOException {
    return fileNames().stream()
        .filter(name -> name.endsWith(".ledger"))
        .map(path::resolve)
        .toList();
  }

  /** Reads the only ledger. */
  public LedgerImage read() throws IOException {
    List<Path> ledgers = ledgers();
    assertThat(ledgers).as("ledgers in %s", path).hasSize(1);
    return read(ledgers.get(0));
  }

  /** Like {@link #read}, but allows failed hooks, for runs with little stack or heap. */
  public LedgerImage readThoughHooksFailed() throws IOException {
    List<Path> ledgers = ledgers();
    assertThat(ledgers).as("ledgers in %s", path).hasSize(1);
    return readWhole(ledgers.get(0));
  }

  /** Reads the only ledger of a process. */
  public LedgerImage readOf(long pid) throws IOException {
    List<Path> ledgers =
        ledgers().stream().filter(l -> l.getFileName().toString().startsWith(pid + "-")).toList();
    assertThat(ledgers).as("ledgers of %d in %s", pid, path).hasSize(1);
    return read(ledgers.get(0));
  }

  private static LedgerImage read(Path ledger) throws IOException {
    LedgerImage image = readWhole(ledger);
    assertThat(image.hookErrors()).as("errors in hooks, in %s", ledger).isZero();
    return image;
  }

  private static LedgerImage readWhole(Path ledger) throws IOException {
    LedgerImage image = LedgerReader.read(ledger, Liveness.PROBE);
    assertThat(image.damage()).isEmpty();
    return image;
  }
}
