package io.ttalloc.cli.attach;

import io.ttalloc.ledger.attach.AttachAnswer;
import io.ttalloc.ledger.attach.AttachRequest;
import io.ttalloc.watch.progress.DelayedNote;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Loads the agent into a running JVM, passes a request to the agent and returns the agent's answer.
 * If the agent is already loaded, the JVM only calls the agent's entry point again.
 *
 * @param jar the JAR file of the agent
 * @param notes receives messages about slow processes
 */
public record AgentLoader(Path jar, PrintWriter notes) {
  private static final String LIBRARY = "instrument";
  private static final String NOT_ALLOWED = "Dynamic agent loading is not enabled";
  private static final String NO_MODULE = "java.instrument";

  /**
   * The result of loading the agent.
   *
   * @param warned whether the process has printed a warning about the dynamically loaded agent
   */
  public record Loaded(AttachAnswer answer, boolean warned) {}

  /**
   * Returns the version of an agent.
   *
   * @throws AttachException if the JAR file cannot be read or its manifest has no version
   */
  public static String version(Path jar) throws AttachException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String version =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      if (version == null) {
        throw new AttachException(jar + " is not the tt-alloc agent: its manifest has no version");
      }
      return version;
    } catch (IOException e) {
      throw new AttachException("%s cannot be read: %s".formatted(jar, e), e);
    }
  }

  /**
   * Sends a request to the agent in a process.
   *
   * @throws AttachException if the process cannot receive requests, or the agent cannot be loaded
   */
  public Loaded ask(ProcessFacts process, AttachRequest request) throws AttachException {
    Path agent = jar.toAbsolutePath();
    if (agent.toString().indexOf('=') >= 0) {
      throw new AttachException(
          "the path %s contains '=', at which a JVM would cut it off; move tt-alloc to a path without '='"
              .formatted(agent));
    }
    TargetJvm target = TargetJvm.checked(process, "start the program with -javaagent");
    boolean warns = target.warns();
    try (ExchangeFolder folder = ExchangeFolder.create();
        DelayedNote note = new DelayedNote(notes, "waiting for process " + process.pid())) {
      request.write(folder.path());
      String argument = agent + "=" + AttachRequest.argument(folder.path());
      AttachSocket.Answer said = new AttachSocket(process).ask("load", LIBRARY, "false", argument);
      AttachAnswer answer = AttachAnswer.read(folder.path());
      return new Loaded(answer == null ? unanswered(process, said) : answer, warns);
    } catch (IOException e) {
      throw new AttachException(
          "cannot write the request for process %d to a temporary file: %s"
              .formatted(process.pid(), e),
          e);
    }
  }

  private static AttachAnswer unanswered(ProcessFacts process, AttachSocket.Answer said)
      throws AttachException {
    String text = said.text();
    if (text.contains(NOT_ALLOWED)) {
      throw new AttachException(
          "process %d does not allow agents to be loaded (-XX:-EnableDynamicAgentLoading), expected a JVM without that flag; start the program with -javaagent"
              .formatted(process.pid()));
    }
    if (text.contains(NO_MODULE)) {
      throw new AttachException(
          "process %d has no module java.instrument (%s), expected a Java runtime that has it"
              .formatted(process.pid(), text));
    }
    if (said.status() != 0 || !text.endsWith("return code: 0")) {
      throw new AttachException(
          "process %d could not load the agent (status %d%s), expected Java 17 or later and a process that can read the agent's jar; the standard error of that process may say more"
              .formatted(process.pid(), said.status(), text.isEmpty() ? "" : ": " + text));
    }
    throw new AttachException(
        "process %d did not answer: it has another version of the agent, or too little memory to load this version; the standard error of that process may say more"
            .formatted(process.pid()));
  }

  /** A directory, accessible only to this user, for a request and its answer. */
  private record ExchangeFolder(Path path, Thread deletion) implements AutoCloseable {

    static ExchangeFolder create() throws IOException {
      Path path = Files.createTempDirectory("tt-alloc-attach-");
      // Deletes the directory if the user presses Ctrl-C.
      Thread deletion = new Thread(() -> delete(path), "tt-alloc-delete-request");
      Runtime.getRuntime().addShutdownHook(deletion);
      return new ExchangeFolder(path, deletion);
    }

    @Override
    public void close() {
      delete(path);
      try {
        Runtime.getRuntime().removeShutdownHook(deletion);
      } catch (IllegalStateException alreadyEnding) {
        // The hook is already running and will find nothing to delete.
      }
    }

    private static void delete(Path folder) {
      for (String name : List.of("request", "answer", "answer.new", "")) {
        try {
          Files.deleteIfExists(folder.resolve(name));
        } catch (IOException e) {
          // At worst, a small file in a private directory is left behind.
        }
      }
    }
  }
}
