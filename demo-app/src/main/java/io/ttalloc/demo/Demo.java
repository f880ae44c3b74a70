package io.ttalloc.demo;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;

/** The command line of the scenarios. */
public final class Demo {
  private static final int STATUS_OK = 0;
  private static final int STATUS_USAGE = 1;

  private Demo() {}

  /** Runs one scenario; an argument that it does not know is one line and exit status 2. */
  public static void main(String[] args) {
    int status = run(args, System.out);
    if (status != STATUS_OK) {
      System.exit(status);
    }
  }

  static int run(String[] args, PrintStream out) {
    Arguments arguments;
    try {
      arguments = Arguments.parse(args);
    } catch (UsageException e) {
      out.println(e.getMessage());
      return STATUS_USAGE;
    }
    switch (arguments.command()) {
      case HELP -> out.print(Arguments.USAGE);
      case MESH ->
          new MeshScenario(arguments.count(), arguments.clearCache()).run(new StageReport(out));
      case ACCUMULATE -> new AccumulateScenario(arguments.count(), arguments.clearCache()).run(out);
      case LIST_FAULTS -> NamedFault.table().forEach(out::println);
      case FAULTS -> {
        NamedFault fault = requireNonNull(arguments.fault());
        new FaultScenario(fault, new StageReport(out)).run(arguments.faultOptions());
      }
    }
    return STATUS_OK;
  }
}
