package io.ttalloc.demo;

/** The command line of the scenarios. */
public final class Demo {
  private static final int STATUS_OK = 0;
  private static final int STATUS_USAGE = 2;

  private Demo() {}

  /** Runs one scenario; an argument that it does not know is one line and exit status 2. */
  public static void main(String[] args) {
    int status = run(args);
    if (status != STATUS_OK) {
      System.exit(status);
    }
  }

  static int run(String[] args) {
    Arguments arguments;
    try {
      arguments = Arguments.parse(args);
    } catch (UsageException e) {
      System.out.println(e.getMessage());
      return STATUS_USAGE;
    }
    switch (arguments.command()) {
      case HELP -> System.out.print(Arguments.USAGE);
      case MESH ->
          new MeshScenario(arguments.count(), arguments.clearCache())
              .run(new StageReport(System.out));
      case ACCUMULATE ->
          new AccumulateScenario(arguments.count(), arguments.clearCache()).run(System.out);
    }
    return STATUS_OK;
  }
}
