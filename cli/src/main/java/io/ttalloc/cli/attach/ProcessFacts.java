package io.ttalloc.cli.attach;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;

/**
 * The operating system's information about a process that is to receive a request. Nothing is
 * cached: every call reads the information again.
 *
 * @param proc the directory in which the operating system describes processes
 */
public record ProcessFacts(long pid, Path proc) {
  /** The bit of SIGQUIT in a signal mask. */
  private static final long QUIT = 1L << (3 - 1);

  private static final String CAUGHT = "SigCgt:";
  private static final String STATE = "State:";
  private static final String IDS = "NSpid:";

  /** Returns the facts about a process on this machine. */
  public static ProcessFacts of(long pid) {
    return new ProcessFacts(pid, Path.of("/proc"));
  }

  /** Whether the operating system describes processes at all. */
  boolean areKnown() {
    return Files.isDirectory(proc.resolve("self"));
  }

  /**
   * The id of the current process in the pid namespace that {@code proc} describes; if that is
   * unknown, the id of the current process in its own namespace.
   */
  long describedPid() {
    long ownPid = ProcessHandle.current().pid();
    try {
      return Long.parseLong(Files.readSymbolicLink(proc.resolve("self")).toString());
    } catch (IOException | UnsupportedOperationException | NumberFormatException e) {
      return ownPid;
    }
  }

  /** Whether the process exists. */
  boolean exists() {
    return Files.isDirectory(file(""));
  }

  /** Returns a file in the directory that describes the process. */
  public Path file(String name) {
    return proc.resolve(Long.toString(pid)).resolve(name);
  }

  /**
   * The user of the process.
   *
   * @throws IOException if the process has ended
   */
  UserPrincipal owner() throws IOException {
    return Files.getOwner(file("maps"));
  }

  /**
   * The user of the current process.
   *
   * @throws IOException if the operating system hides it
   */
  UserPrincipal ownUser() throws IOException {
    return Files.getOwner(proc.resolve("self/maps"));
  }

  /** Whether the process has the same mount namespace as the current process; true if unknown. */
  boolean sharesFolders() {
    try {
      Path theirs = Files.readSymbolicLink(file("ns/mnt"));
      return theirs.equals(Files.readSymbolicLink(proc.resolve("self/ns/mnt")));
    } catch (IOException | UnsupportedOperationException e) {
      return true; // The operating system hides it.
    }
  }

  /**
   * The files that the process has mapped, as listed by the operating system.
   *
   * @throws IOException if the process has ended, or the operating system hides the list
   */
  public String maps() throws IOException {
    return Files.readString(file("maps"), StandardCharsets.ISO_8859_1);
  }

  /**
   * The process's program and arguments.
   *
   * @throws IOException if the process has ended
   */
  List<String> command() throws IOException {
    return texts("cmdline");
  }

  /**
   * The environment variables with which the process was started.
   *
   * @throws IOException if the process has ended
   */
  List<String> environment() throws IOException {
    return texts("environ");
  }

  private List<String> texts(String name) throws IOException {
    String all = new String(Files.readAllBytes(file(name)), StandardCharsets.UTF_8);
    return List.of(all.split("\0", 0));
  }

  /**
   * Whether the process survives SIGQUIT, the signal that makes a JVM accept requests; true if
   * unknown.
   */
  boolean catchesQuit() {
    return (number(CAUGHT, 16, QUIT) & QUIT) != 0;
  }

  /** The socket on which a JVM accepts requests after it has been made to open this socket. */
  Path socket() {
    return file("root/tmp/.java_pid" + ownPid());
  }

  /** Whether the process is stopped; it would not answer a request until it is continued. */
  boolean isStopped() {
    String state = status(STATE);
    return state.startsWith("T") || state.startsWith("t");
  }

  /** Whether the process has ended, but its parent has not yet collected its exit status. */
  public boolean isZombie() {
    return status(STATE).startsWith("Z");
  }

  /**
   * The id of the process in its own pid namespace, which may differ from the namespace of the
   * current process.
   */
  long ownPid() {
    String ids = status(IDS);
    try {
      return ids.isEmpty() ? pid : Long.parseLong(ids.substring(ids.lastIndexOf('\t') + 1).strip());
    } catch (NumberFormatException e) {
      return pid;
    }
  }

  /** Returns a number from the process's status; {@code otherwise} if there is none. */
  public long number(String key, int radix, long otherwise) {
    try {
      return Long.parseUnsignedLong(status(key).replace("kB", "").strip(), radix);
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  /**
   * Returns the value of a key in the process's status; empty if there is none, or the process has
   * ended.
   */
  private String status(String key) {
    try {
      for (String line : Files.readAllLines(file("status"), StandardCharsets.ISO_8859_1)) {
        if (line.startsWith(key)) {
          return line.substring(key.length()).strip();
        }
      }
    } catch (IOException e) {
      // Either this is not Linux, or the process has ended.
    }
    return "";
  }
}
