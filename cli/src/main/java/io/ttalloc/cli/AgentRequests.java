package io.ttalloc.cli;

import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.InstallFolder;
import io.ttalloc.cli.attach.AgentLoader;
import io.ttalloc.cli.attach.AttachException;
import io.ttalloc.cli.attach.ProcessFacts;
import io.ttalloc.ledger.attach.AttachAnswer;
import io.ttalloc.ledger.attach.AttachRequest;
import io.ttalloc.text.VisibleText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * Sends a command's requests to the agent in a running process and prints the answers.
 *
 * @param command the command that sends the request
 */
record AgentRequests(InstallFolder home, CommandLine command) {
  private static final String PREFIX = "TT_ALLOC_";
  private static final String SWITCH = "TT_ALLOC_TRACKING_ENABLED";

  /**
   * Sends a request and prints the result.
   *
   * @return the exit status
   * @throws CommandFailure if the request was refused, or the process cannot receive requests
   */
  int send(long pid, AttachRequest.Action action, String options) {
    AgentLoader.Loaded loaded;
    try {
      Path jar = home.agentJar();
      AttachRequest request =
          new AttachRequest(
              action,
              AgentLoader.version(jar),
              pid,
              Path.of("").toAbsolutePath().toString(),
              options,
              variables(System.getenv()));
      loaded = new AgentLoader(jar, command.getErr()).ask(ProcessFacts.of(pid), request);
    } catch (AttachException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
    boolean help = List.of(options.split(",", -1)).contains("help");
    return report(pid, action, help, loaded);
  }

  private int report(
      long pid, AttachRequest.Action action, boolean help, AgentLoader.Loaded loaded) {
    AttachAnswer answer = loaded.answer();
    List<String> lines = new ArrayList<>(answer.lines());
    if (!answer.done()) {
      int last = lines.size() - 1;
      lines.set(
          last,
          answer.unchanged()
              ? unchanged(pid, lines.get(last))
              : "cannot %s process %d: %s".formatted(verb(action, ""), pid, lines.get(last)));
      throw new CommandFailure(lines);
    }
    PrintWriter out = command.getOut();
    PrintWriter err = command.getErr();
    if (help) {
      lines.forEach(out::println);
      return 0;
    }
    String done = VisibleText.of(lines.get(0));
    out.println(
        "tt-alloc: "
            + (answer.unchanged()
                ? unchanged(pid, done)
                : "%s process %d: %s".formatted(verb(action, "ed"), pid, done)));
    out.flush();
    for (String problem : lines.subList(1, lines.size())) {
      err.println("tt-alloc: " + VisibleText.of(problem));
    }
    if (loaded.warned()) {
      err.println(
          "tt-alloc: Java 21 and later print a warning on the standard error of a process when an"
              + " agent is loaded into it; this is expected (-XX:+EnableDynamicAgentLoading avoids"
              + " the warning)");
    }
    return 0;
  }

  private static String unchanged(long pid, String state) {
    return "nothing changed: process %d %s".formatted(pid, state);
  }

  private static String verb(AttachRequest.Action action, String ending) {
    return action == AttachRequest.Action.ATTACH
        ? "attach" + ending + " to"
        : "detach" + ending + " from";
  }

  /** Returns the environment variables that set options of the agent, and {@code HOME}. */
  private static Map<String, String> variables(Map<String, String> environment) {
    Map<String, String> kept = new HashMap<>();
    environment.forEach(
        (name, value) -> {
          if ((name.startsWith(PREFIX) && !name.equals(SWITCH)) || name.equals("HOME")) {
            kept.put(name, value);
          }
        });
    return kept;
  }
}
