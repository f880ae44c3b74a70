package io.ttalloc.demo;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;

/** The command-line interface of the scenarios. */
public final class Demo {
  /** The outcome of {@link #run}. */
  enum Outcome {
    RAN(0),
    ONLY_TOLD(0),
    NOT_UNDERSTOOD(1);

    private final int status;

    Outcome(int status) {
      this.status = status;
    }
  }

  private Demo() {}

  /** Runs one scenario. If an argument is unknown, prints one line and exits with status 1. */
  public static void main(String[] args) {
    Outcome outcome = run(args, System.out);
    if (outcome != Outcome.RAN) {
      System.out.flush();
      // Skips shutdown hooks, because no scenario was run and an agent has nothing to report.
      Runtime.getRuntime().halt(outcome.status);
    }
  }

  static Outcome run(String[] args, PrintStream out) {
    DemoArguments arguments;
    try {
      arguments = DemoArguments.parse(args);
    } catch (UsageException e) {
      out.println(e.getMessage());
      return Outcome.NOT_UNDERSTOOD;
    }
    switch (arguments.command()) {
      case HELP -> {
        out.print(DemoArguments.USAGE);
        return Outcome.ONLY_TOLD;
      }
      case LIST_FAULTS -> {
        NamedFault.table().forEach(out::println);
        return Outcome.ONLY_TOLD;
      }
      case MESH ->
          new MeshScenario(arguments.count(), arguments.clearCache()).run(new StageReport(out));
      case ACCUMULATE -> new AccumulateScenario(arguments.count(), arguments.clearCache()).run(out);
      case FAULTS -> {
        NamedFault fault = requireNonNull(arguments.fault());
        new FaultScenario(fault, new StageReport(out)).run(arguments.faultOptions());
      }
    }
    return Outcome.RAN;
  }
}
