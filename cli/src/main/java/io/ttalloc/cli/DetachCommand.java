package io.ttalloc.cli;

import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.InstallFolder;
import io.ttalloc.cli.arguments.ProcessIdConverter;
import io.ttalloc.ledger.attach.AttachRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code detach}: stops tracking in a JVM, which keeps running. */
@Command(
    name = "detach",
    description =
        "Stops tracking in a process, which keeps running. Its ledger is kept; the process"
            + " writes no report at exit and cannot be tracked again.",
    footerHeading = HelpText.EXAMPLES,
    footer = {"  tt-alloc detach 4242"},
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {HelpText.DONE, HelpText.ERROR})
@SuppressWarnings("NullAway.Init") // picocli sets the annotated fields before it runs the command
final class DetachCommand implements Callable<Integer> {
  private final InstallFolder home;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "PID",
      description = "The id of the process.",
      converter = ProcessIdConverter.class)
  private long pid;

  DetachCommand(InstallFolder home) {
    this.home = home;
  }

  @Override
  public Integer call() {
    return new AgentRequests(home, spec.commandLine()).send(pid, AttachRequest.Action.DETACH, "");
  }
}
