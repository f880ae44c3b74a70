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
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of one process: the ledger and, in the same directory, the lock, the marks, and the
 * results of the heap dump at exit.
 *
 * <p>Their names are {@code <pid>-<startMillis>-<random>} with the suffixes {@code .ledger}, {@code
 * .lock}, {@code .marks} and {@code .heap}; the random part is eight hexadecimal digits. Except for
 * {@link WovenFiles}, a file with any other name is foreign and is never listed or deleted.
 */
public record LedgerFiles(Path ledger, Path lock, Path marks, Path heap) {
  static final String LEDGER = ".ledger";
  static final String LOCK = ".lock";
  static final String MARKS = ".marks";
  static final String HEAP = ".heap";

  /**
   * Holds the pattern of file names. This is a class of its own, so that the pattern is not
   * compiled if only {@link #fresh} is called.
   */
  private static final class Stem {
    static final Pattern PATTERN = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})-[0-9a-f]{8}");
  }

  /** Chooses new names for the files of a process. Creates no files. */
  public static LedgerFiles fresh(Path directory, long pid, long startMillis) {
    // Uses neither String.format nor a regular expression, because this runs at the start of every
    // process, and their first use takes 20 ms.
    long random = (ThreadLocalRandom.current().nextInt() & 0xFFFF_FFFFL) | (1L << 32);
    String digits = Long.toHexString(random).substring(1);
    return of(directory, pid + "-" + startMillis + "-" + digits);
  }

  /**
   * Creates the empty ledger, accessible only to its owner.
   *
   * @throws IOException if it already exists or cannot be created
   */
  public void createLedger() throws IOException {
    Files.createFile(
        ledger, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /** The files that belong to a ledger, which may have any name. */
  public static LedgerFiles beside(Path ledger) {
    String name = nameOf(ledger);
    String stem = name.endsWith(LEDGER) ? name.substring(0, name.length() - LEDGER.length()) : name;
    return new LedgerFiles(
        ledger,
        ledger.resolveSibling(stem + LOCK),
        ledger.resolveSibling(stem + MARKS),
        ledger.resolveSibling(stem + HEAP));
  }

  /**
   * The ledgers in a directory, ordered by name; empty if there is no such directory.
   *
   * @throws IOException if the directory cannot be read
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
   * Calls a visitor with each ledger in a directory, in no particular order and without building a
   * list; does nothing if there is no such directory.
   *
   * @throws IOException if the directory cannot be read
   */
  public static void forEach(Path directory, Consumer<LedgerFiles> visitor) throws IOException {
    if (Files.isDirectory(directory)) {
      forEachWith(directory, LEDGER, file -> visitor.accept(beside(file)));
    }
  }

  /**
   * The files of each process that has a lock but no ledger in the directory, ordered by name. A
   * process creates its lock before its ledger. The list is empty if the directory does not exist.
   *
   * @throws IOException if the directory cannot be read
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

  /** The process id in the name of the ledger; empty if the name does not match the pattern. */
  public OptionalLong pid() {
    Matcher stem = Stem.PATTERN.matcher(stemOf(ledger, LEDGER));
    return stem.matches() ? OptionalLong.of(Long.parseLong(stem.group(1))) : OptionalLong.empty();
  }

  /**
   * The regular files whose names match the pattern and have this suffix, ordered by name. Does not
   * follow symbolic links.
   */
  static List<Path> filesWith(Path directory, String suffix) throws IOException {
    List<Path> found = new ArrayList<>();
    forEachWith(directory, suffix, found::add);
    found.sort(Comparator.comparing(LedgerFiles::nameOf));
    return found;
  }

  private static void forEachWith(Path directory, String suffix, Consumer<Path> visitor)
      throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (Stem.PATTERN.matcher(stemOf(entry, suffix)).matches()
            && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
          visitor.accept(entry);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** The files of the process to which a lock or marks file belongs. */
  static LedgerFiles owning(Path file, String suffix) {
    Path parent = file.toAbsolutePath().getParent();
    return of(parent == null ? file.toAbsolutePath() : parent, stemOf(file, suffix));
  }

  private static LedgerFiles of(Path directory, String stem) {
    return new LedgerFiles(
        directory.resolve(stem + LEDGER),
        directory.resolve(stem + LOCK),
        directory.resolve(stem + MARKS),
        directory.resolve(stem + HEAP));
  }

  /** The file name without the suffix; empty if it does not have the suffix. */
  private static String stemOf(Path file, String suffix) {
    String name = nameOf(file);
    return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : "";
  }

  private static String nameOf(Path file) {
    Path name = file.getFileName();
    return name == null ? "" : name.toString();
  }
}
