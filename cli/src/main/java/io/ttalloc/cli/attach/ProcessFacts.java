package io.ttalloc.cli.attach;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;

/**
 * Facts of the operating system about a process that will get a request. Nothing is kept: each
 * method looks again.
 *
 * @param proc where the system describes processes
 */
public record ProcessFacts(long pid, Path proc) {
  /** The bit of SIGQUIT in a mask of signals. */
  private static final long QUIT = 1L << (3 - 1);

  private static final String CAUGHT = "SigCgt:";
  private static final String STATE = "State:";
  private static final String IDS = "NSpid:";

  /** A process of this machine. */
  public static ProcessFacts of(long pid) {
    return new ProcessFacts(pid, Path.of("/proc"));
  }

  /** Whether the system describes processes at all. */
  boolean areKnown() {
    return Files.isDirectory(proc.resolve("self"));
  }

  /** The id by which this process is described; its own if the system keeps it secret. */
  long describedPid() {
    long ownPid = ProcessHandle.current().pid();
    try {
      return Long.parseLong(Files.readSymbolicLink(proc.resolve("self")).toString());
    } catch (IOException | UnsupportedOperationException | NumberFormatException e) {
      return ownPid;
    }
  }

  /** Whether there is such a process. */
  boolean exists() {
    return Files.isDirectory(file(""));
  }

  /** A file of its description. */
  public Path file(String name) {
    return proc.resolve(Long.toString(pid)).resolve(name);
  }

  /**
   * Its user.
   *
   * @throws IOException it has ended
   */
  UserPrincipal owner() throws IOException {
    return Files.getOwner(file("maps"));
  }

  /**
   * The user of this process.
   *
   * @throws IOException the system keeps it secret
   */
  UserPrincipal ownUser() throws IOException {
    return Files.getOwner(proc.resolve("self/maps"));
  }

  /** Whether it has the same folders as this process, as far as the system shows. */
  boolean sharesFolders() {
    try {
      Path theirs = Files.readSymbolicLink(file("ns/mnt"));
      return theirs.equals(Files.readSymbolicLink(proc.resolve("self/ns/mnt")));
    } catch (IOException | UnsupportedOperationException e) {
      return true; // The system keeps it secret.
    }
  }

  /**
   * The files that it has mapped, as the system lists them.
   *
   * @throws IOException it has ended, or the system keeps it secret
   */
  public String maps() throws IOException {
    return Files.readString(file("maps"), StandardCharsets.ISO_8859_1);
  }

  /**
   * Its program and arguments.
   *
   * @throws IOException it has ended
   */
  List<String> command() throws IOException {
    return texts("cmdline");
  }

  /**
   * The variables with which it was started.
   *
   * @throws IOException it has ended
   */
  List<String> environment() throws IOException {
    return texts("environ");
  }

  private List<String> texts(String name) throws IOException {
    String all = new String(Files.readAllBytes(file(name)), StandardCharsets.UTF_8);
    return List.of(all.split("\0", 0));
  }

  /** Whether SIGQUIT, by which a JVM is asked, ends it not; true if the system does not say. */
  boolean catchesQuit() {
    return (number(CAUGHT, 16, QUIT) & QUIT) != 0;
  }

  /** The socket on which a JVM takes requests once it has been asked to open it. */
  Path socket() {
    return file("root/tmp/.java_pid" + ownPid());
  }

  /** Whether it is stopped: such a process would let others wait until it is continued. */
  boolean isStopped() {
    String state = status(STATE);
    return state.startsWith("T") || state.startsWith("t");
  }

  /** Whether it has ended, and only its parent has not taken notice. */
  public boolean isZombie() {
    return status(STATE).startsWith("Z");
  }

  /** Its id as it knows it, which is another one in a namespace of its own. */
  long ownPid() {
    String ids = status(IDS);
    try {
      return ids.isEmpty() ? pid : Long.parseLong(ids.substring(ids.lastIndexOf('\t') + 1).strip());
    } catch (NumberFormatException e) {
      return pid;
    }
  }

  /** A number of its status; the other one if there is none. */
  public long number(String key, int radix, long otherwise) {
    try {
      return Long.parseUnsignedLong(status(key).replace("kB", "").strip(), radix);
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  /** The value of a key of its status; empty if there is none, or the process has ended. */
  private String status(String key) {
    try {
      for (String line : Files.readAllLines(file("status"), StandardCharsets.ISO_8859_1)) {
        if (line.startsWith(key)) {
          return line.substring(key.length()).strip();
        }
      }
    } catch (IOException e) {
      // Another system, or the process has ended.
    }
    return "";
  }
}
