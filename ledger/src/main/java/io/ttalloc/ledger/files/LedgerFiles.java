package io.ttalloc.ledger.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The three files of one process: the ledger and, beside it, the lock and the marks.
 *
 * <p>They are called {@code <pid>-<startMillis>-<random>} with the suffixes {@code .ledger}, {@code
 * .lock} and {@code .marks}; the random part is eight hexadecimal digits. A file that is not called
 * so is foreign and is never listed or deleted.
 */
public record LedgerFiles(Path ledger, Path lock, Path marks) {
  static final String LEDGER = ".ledger";
  static final String LOCK = ".lock";
  static final String MARKS = ".marks";

  /** Behind a class of its own, so that {@link #fresh} does not pay for it. */
  private static final class Stem {
    static final Pattern PATTERN = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})-[0-9a-f]{8}");
  }

  /** Names for the files of a process that starts to write a ledger. Creates nothing. */
  public static LedgerFiles fresh(Path directory, long pid, long startMillis) {
    // No String.format and no regular expression here: this runs in every process that starts, and
    // they cost 20 ms the first time.
    long random = (ThreadLocalRandom.current().nextInt() & 0xFFFF_FFFFL) | (1L << 32);
    String digits = Long.toHexString(random).substring(1);
    return of(directory, pid + "-" + startMillis + "-" + digits);
  }

  /**
   * Creates the empty ledger, for its owner alone.
   *
   * @throws IOException it exists or cannot be created
   */
  public void createLedger() throws IOException {
    Files.createFile(
        ledger, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /** The files beside a ledger, whatever it is called. */
  public static LedgerFiles beside(Path ledger) {
    String name = nameOf(ledger);
    String stem = name.endsWith(LEDGER) ? name.substring(0, name.length() - LEDGER.length()) : name;
    return new LedgerFiles(
        ledger, ledger.resolveSibling(stem + LOCK), ledger.resolveSibling(stem + MARKS));
  }

  /**
   * The ledgers in a directory, ordered by name; empty if there is no such directory.
   *
   * @throws IOException the directory cannot be read
   */
  public static List<LedgerFiles> list(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<LedgerFiles> found = new ArrayList<>();
    for (Path file : filesWith(directory, LEDGER)) {
      found.add(beside(file));
    }
    return List.copyOf(found);
  }

  /**
   * The files in a directory of which the lock is there and the ledger is not, ordered by name: a
   * process has locked the one before it makes the other. Empty if there is no such directory.
   *
   * @throws IOException the directory cannot be read
   */
  public static List<LedgerFiles> listWithoutLedger(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<LedgerFiles> found = new ArrayList<>();
    for (Path lock : filesWith(directory, LOCK)) {
      LedgerFiles files = owning(lock, LOCK);
      if (!Files.exists(files.ledger(), LinkOption.NOFOLLOW_LINKS)) {
        found.add(files);
      }
    }
    return List.copyOf(found);
  }

  /** The ledger's file name. */
  String name() {
    return nameOf(ledger);
  }

  /** The process id in the name; empty if the ledger is called otherwise. */
  public OptionalLong pid() {
    Matcher stem = Stem.PATTERN.matcher(stemOf(ledger, LEDGER));
    return stem.matches() ? OptionalLong.of(Long.parseLong(stem.group(1))) : OptionalLong.empty();
  }

  /** Regular files of ours with this suffix, ordered by name. Symbolic links are not followed. */
  static List<Path> filesWith(Path directory, String suffix) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (Stem.PATTERN.matcher(stemOf(entry, suffix)).matches()
            && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
          found.add(entry);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    found.sort(Comparator.comparing(LedgerFiles::nameOf));
    return found;
  }

  /** The files to which a lock or marks file with one of our names belongs. */
  static LedgerFiles owning(Path file, String suffix) {
    Path parent = file.toAbsolutePath().getParent();
    return of(parent == null ? file.toAbsolutePath() : parent, stemOf(file, suffix));
  }

  private static LedgerFiles of(Path directory, String stem) {
    return new LedgerFiles(
        directory.resolve(stem + LEDGER),
        directory.resolve(stem + LOCK),
        directory.resolve(stem + MARKS));
  }

  /** The name without its suffix; empty if it has another one. */
  private static String stemOf(Path file, String suffix) {
    String name = nameOf(file);
    return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : "";
  }

  private static String nameOf(Path file) {
    Path name = file.getFileName();
    return name == null ? "" : name.toString();
  }
}
