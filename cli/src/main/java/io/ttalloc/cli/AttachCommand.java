package io.ttalloc.cli;

import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.InstallFolder;
import io.ttalloc.cli.arguments.ProcessIdConverter;
import io.ttalloc.ledger.attach.AttachRequest;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code attach}: loads the agent into a running JVM, which is tracked from then on.
 */
@Command(
    name = "attach",
    description = {
      "Starts tracking in a running JVM. What the JVM opened earlier is not known.",
      "",
      "Accepts the agent's options; relative paths in them are resolved against the current folder,"
          + " and this shell's environment variables TT_ALLOC_... apply. Without options, all packs"
          + " are used."
    },
    footerHeading = HelpText.EXAMPLES,
    footer = {
      "  tt-alloc attach 4242",
      "  tt-alloc attach 4242 rules=pool.yaml,dump=leaks.html",
      "  tt-alloc attach 4242 help   the agent's options"
    },
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {
      "0:attached, or already attached",
      "1:refused or failed; one line says why, and the process keeps running"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the annotated fields before it runs the command
final class AttachCommand implements Callable<Integer> {
  private final InstallFolder home;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "PID",
      description = "The id of the process.",
      converter = ProcessIdConverter.class)
  private long pid;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "KEY=VALUE,...",
      description = "The agent's options, written as after -javaagent:JAR=.")
  private List<String> options = List.of();

  AttachCommand(InstallFolder home) {
    this.home = home;
  }

  @Override
  public Integer call() {
    return new AgentRequests(home, spec.commandLine())
        .send(pid, AttachRequest.Action.ATTACH, String.join(",", options));
  }
}
