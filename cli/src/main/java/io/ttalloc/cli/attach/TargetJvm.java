package io.ttalloc.cli.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process that is to receive a request. Sending a request to a JVM involves a signal that would
 * kill other programs, and that makes a JVM print a thread dump if it refuses requests. So the
 * process is checked first.
 *
 * @param facts the operating system's information
 * @param data the information that the JVM publishes
 */
public record TargetJvm(ProcessFacts facts, PerformanceData data) {
  private static final int OLDEST = 17;
  private static final int FIRST_THAT_WARNS = 21;
  private static final String DISABLED = "-XX:+DisableAttachMechanism";
  private static final String ALLOWED = "-XX:+EnableDynamicAgentLoading";

  /**
   * Finds a process and checks that it can receive requests.
   *
   * @param instead what the user can do if the process cannot receive requests
   * @throws AttachException if the process cannot receive requests
   */
  public static TargetJvm checked(ProcessFacts facts, String instead) throws AttachException {
    if (!facts.areKnown()) {
      throw new AttachException(
          "attaching requires Linux, but %s does not exist on this system; %s"
              .formatted(facts.proc(), instead));
    }
    if (!facts.exists() || facts.isZombie()) {
      throw new AttachException(
          "there is no process %d, expected the id of a JVM that is running here"
              .formatted(facts.pid()));
    }
    checkNamespace(facts);
    UserPrincipal owner = checkUser(facts);
    checkFolders(facts);
    checkJvm(facts, instead);
    if (facts.isStopped()) {
      throw new AttachException(
          "process %d is stopped (SIGSTOP or a debugger), expected a running one"
              .formatted(facts.pid()));
    }
    Path temporary = facts.file("root/tmp");
    TargetJvm target = new TargetJvm(facts, PerformanceData.of(temporary, facts.ownPid(), owner));
    target.checkRelease();
    target.checkRequests(instead);
    return target;
  }

  /**
   * Checks that the process is in the same pid namespace; otherwise the signal would go to a
   * different process or to none.
   */
  private static void checkNamespace(ProcessFacts facts) throws AttachException {
    long ownPid = ProcessHandle.current().pid();
    if (facts.describedPid() != ownPid) {
      throw new AttachException(
          "cannot attach to process %d from here: %s shows the process ids of another namespace, in which this command is process %d and not %d; run tt-alloc in that namespace"
              .formatted(facts.pid(), facts.proc(), facts.describedPid(), ownPid));
    }
  }

  private static UserPrincipal checkUser(ProcessFacts facts) throws AttachException {
    try {
      UserPrincipal theirs = facts.owner();
      UserPrincipal ours = facts.ownUser();
      if (!theirs.equals(ours)) {
        throw new AttachException(
            "process %d belongs to %s, expected one that belongs to %s: a JVM accepts requests only from its own user, who would also own the ledger; run tt-alloc as %s"
                .formatted(facts.pid(), theirs.getName(), ours.getName(), theirs.getName()));
      }
      return theirs;
    } catch (IOException e) {
      throw ended(facts, e);
    }
  }

  private static void checkFolders(ProcessFacts facts) throws AttachException {
    boolean shared = facts.sharesFolders();
    try {
      Path ours = Files.readSymbolicLink(facts.proc().resolve("self/root"));
      shared &= Files.readSymbolicLink(facts.file("root")).equals(ours);
    } catch (IOException e) {
      // The operating system hides the root directories.
    }
    if (!shared) {
      throw new AttachException(
          "process %d runs in a container or has a file system of its own, so it and tt-alloc cannot see each other's files; run tt-alloc inside that container, where the process id is %d"
              .formatted(facts.pid(), facts.ownPid()));
    }
  }

  private static void checkJvm(ProcessFacts facts, String instead) throws AttachException {
    String maps;
    try {
      maps = facts.maps();
    } catch (IOException e) {
      throw ended(facts, e);
    }
    if (maps.contains("/libj9vm")) {
      throw new AttachException(
          "process %d runs on OpenJ9, expected a HotSpot JVM; %s".formatted(facts.pid(), instead));
    }
    if (!maps.contains("/libjvm.so")) {
      throw new AttachException(
          "process %d is not a JVM, expected a Java program (a native image cannot be tracked)"
              .formatted(facts.pid()));
    }
  }

  private void checkRelease() throws AttachException {
    int release = data.release();
    if (release > 0 && release < OLDEST) {
      throw new AttachException(
          "process %d runs on Java %d, expected %d or later"
              .formatted(facts.pid(), release, OLDEST));
    }
  }

  private void checkRequests(String instead) throws AttachException {
    if (Files.exists(facts.socket())) {
      return;
    }
    Boolean refuses = data.refusesRequests();
    if (refuses == null ? hasFlag(DISABLED) : refuses) {
      throw new AttachException(
          "process %d accepts no attach requests (%s), expected a JVM without that flag; %s"
              .formatted(facts.pid(), DISABLED, instead));
    }
    if (!facts.catchesQuit()) {
      throw new AttachException(
          "process %d does not handle the signal that tools use to attach (-Xrs, or it is just starting), expected a JVM that does; %s"
              .formatted(facts.pid(), instead));
    }
  }

  /** Whether the JVM prints a warning when an agent is loaded into it. */
  boolean warns() {
    return data.release() >= FIRST_THAT_WARNS && !hasFlag(ALLOWED);
  }

  private boolean hasFlag(String flag) {
    try {
      List<String> command = facts.command();
      return command.contains(flag) || environment().contains(flag);
    } catch (IOException e) {
      return false;
    }
  }

  /** The environment variables from which a JVM also reads flags, joined into one string. */
  private String environment() throws IOException {
    StringBuilder found = new StringBuilder();
    for (String variable : facts.environment()) {
      if (variable.startsWith("JAVA_TOOL_OPTIONS=")
          || variable.startsWith("JDK_JAVA_OPTIONS=")
          || variable.startsWith("_JAVA_OPTIONS=")) {
        found.append(variable).append('\n');
      }
    }
    return found.toString();
  }

  private static AttachException ended(ProcessFacts facts, @Nullable IOException e) {
    return new AttachException(
        "cannot inspect process %d (%s): it has ended, or this user is not permitted to inspect it"
            .formatted(facts.pid(), e),
        e);
  }
}
