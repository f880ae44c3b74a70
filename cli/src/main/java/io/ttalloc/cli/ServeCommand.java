package io.ttalloc.cli;

import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.FolderOption;
import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.cli.arguments.NotifyOptions;
import io.ttalloc.cli.arguments.OptionalJar;
import io.ttalloc.cli.arguments.PrivateFile;
import io.ttalloc.ledger.watch.EventLimits;
import io.ttalloc.serve.HostText;
import io.ttalloc.serve.MonitorServer;
import io.ttalloc.serve.NativeMonitoring;
import io.ttalloc.serve.WatchedNatives;
import io.ttalloc.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code serve}: watches all processes of this user until it is stopped. */
@Command(
    name = "serve",
    description = {
      "Watches all processes that have a ledger. Prints when they start, end or are killed, what"
          + " they left open, what they open and close, and every ten seconds what is open. Also"
          + " serves over HTTP:",
      "",
      "  /                            a page for browsers",
      "  /metrics                     for Prometheus",
      "  /api/state                   the same as tt-alloc top --json",
      "  /api/events                  the state, as in /api/state, then its changes",
      "  /api/native                  TT-Metal's own processes, in JSON",
      "  /debug/pprof/inuse           a profile of everything that is open",
      "  /debug/pprof/allocs          a profile of everything that was opened",
      "  /processes/PID/report.html   a current report on one process; also .txt, .json,",
      "                               .collapsed, .speedscope.json, .pb.gz, .hlog, .jfr,",
      "                               .md, .sarif, .junit.xml"
    },
    footerHeading = HelpText.EXAMPLES,
    footer = {
      "  tt-alloc serve",
      "  tt-alloc serve --port 0",
      "  tt-alloc serve --bind 192.0.2.7 --token-file token.txt"
    },
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {HelpText.DONE, HelpText.ERROR})
@SuppressWarnings("NullAway.Init") // picocli sets the annotated fields before it runs the command
final class ServeCommand implements Callable<Integer> {
  private static final int DEFAULT_OTHERS = 5;
  private static final int MAX_EVENTS = 1_000;
  private static final int MIN_TOKEN = 16;
  private static final int SECONDS_TO_STOP = 5;

  private final LedgerLookup ledgers;

  @Spec private CommandSpec spec;

  @Mixin private FolderOption folder;

  @Mixin private NotifyOptions notify;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description =
          "The port to listen on; "
              + MonitorServer.DEFAULT_PORT
              + " if not given, 0 for any free port.")
  private int port = MonitorServer.DEFAULT_PORT;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description =
          "Listen on this address instead of the loopback interface; needs --token-file."
              + " Connections are not encrypted.")
  private @Nullable String bind;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "A file, readable only by you, with the token that each request must carry:"
              + " Authorization: Bearer"
              + " TOKEN.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--events",
      paramLabel = "COUNT",
      description =
          "How many of the latest openings and closes to print for each process every half second, separately for device memory and for everything else; if not given, "
              + MAX_EVENTS
              + " for device memory and "
              + DEFAULT_OTHERS
              + " for everything else. The number of events left out is printed.")
  private @Nullable Integer events;

  @Option(
      names = "--socket",
      paramLabel = "FILE",
      description =
          "The socket to which TT-Metal's own processes report allocations;"
              + " /tmp/tt_allocation_server.sock"
              + " if not given. With the value none, no socket is opened.")
  private @Nullable Path socket;

  @Option(
      names = "--publish-regions",
      description =
          "Make processes that have a ledger visible to tools for TT-Metal: write a file tt_device_ID_memory in /dev/shm for each of their devices, and remove these files when serve ends.")
  private boolean publishRegions;

  @Option(names = "--regions-folder", paramLabel = "FOLDER", hidden = true)
  private @Nullable Path regions;

  ServeCommand(LedgerLookup ledgers) {
    this.ledgers = ledgers;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (port < 0 || port > 65_535) {
      throw new CommandFailure("--port is %d, expected 0 to 65535".formatted(port));
    }
    if (events != null && (events < 0 || events > MAX_EVENTS)) {
      throw new CommandFailure("--events is %d, expected 0 to %d".formatted(events, MAX_EVENTS));
    }
    InetAddress address = address();
    String token = tokenFile == null ? null : token(tokenFile);
    if (token == null && !address.isLoopbackAddress()) {
      throw new CommandFailure(
          "--bind %s can be reached from other machines and requires --token-file".formatted(bind));
    }
    PrintWriter out = spec.commandLine().getOut();
    try (MonitorServer server = start(new InetSocketAddress(address, port), token, out)) {
      out.println("tt-alloc is listening on http://" + text(server.address()) + "/");
      out.flush();
      untilStopped(server);
    }
    return 0;
  }

  private EventLimits events() {
    return events == null
        ? new EventLimits(MAX_EVENTS, DEFAULT_OTHERS)
        : new EventLimits(events, events);
  }

  /**
   * Returns a function that starts watching native processes if the JAR file for native processes
   * is present.
   */
  private Function<Consumer<String>, WatchedNatives> watching() {
    boolean listens = socket == null || !socket.toString().equals("none");
    NativeMonitoring monitoring = OptionalJar.NATIVE.find(NativeMonitoring.class);
    if (monitoring != null) {
      return lines ->
          monitoring.start(
              new NativeMonitoring.Settings(listens, socket, publishRegions, regions), lines);
    }
    String asked =
        publishRegions
            ? "--publish-regions"
            : regions != null ? "--regions-folder" : listens && socket != null ? "--socket" : null;
    if (asked != null) {
      throw new CommandFailure(OptionalJar.NATIVE.missing(asked));
    }
    return lines -> WatchedNatives.NONE;
  }

  private MonitorServer start(InetSocketAddress address, @Nullable String token, PrintWriter out)
      throws IOException {
    try {
      return MonitorServer.start(
          new MonitorServer.Settings(
              folder.folders(ledgers), events(), address, token, notify.destination()),
          watching(),
          out);
    } catch (BindException e) {
      throw new CommandFailure(
          "cannot listen on %s: %s, expected an address of this machine and a free port (--port)"
              .formatted(text(address), e.getMessage()),
          e);
    }
  }

  /**
   * Waits until the server stops. A signal ends the process; its shutdown hooks wait until the last
   * lines are printed.
   */
  private static void untilStopped(MonitorServer server) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    Thread stop =
        new Thread(
            () -> {
              server.close();
              try {
                done.await(SECONDS_TO_STOP, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "stop-serving");
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      server.run();
    } finally {
      done.countDown();
    }
  }

  private InetAddress address() {
    if (bind == null) {
      return InetAddress.getLoopbackAddress();
    }
    try {
      return InetAddress.getByName(bind);
    } catch (UnknownHostException e) {
      throw new CommandFailure(
          "--bind %s cannot be resolved, expected an address of this machine".formatted(bind), e);
    }
  }

  private static String token(Path file) {
    String token = PrivateFile.read("token", file).strip();
    if (token.length() < MIN_TOKEN || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new CommandFailure(
          "the token in %s cannot be used, expected at least %d visible ASCII characters on one line"
              .formatted(file, MIN_TOKEN));
    }
    return token;
  }

  private static String text(InetSocketAddress address) {
    return VisibleText.of(HostText.of(address.getAddress()) + ":" + address.getPort());
  }
}
