package io.ttalloc.cli.arguments;

import io.ttalloc.serve.MonitorServer;
import io.ttalloc.watch.natives.MonitorClient;
import io.ttalloc.watch.natives.NativePrograms;
import io.ttalloc.watch.natives.NativeState;
import io.ttalloc.watch.natives.NativeWatch;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for TT-Metal's own processes, the same for every command that lists processes. */
public final class NativeOptions {
  private static final String DEFAULT_MONITOR = "http://127.0.0.1:" + MonitorServer.DEFAULT_PORT;

  @Option(
      names = "--monitor",
      paramLabel = "URL",
      description =
          "The address of the tt-alloc serve process to which TT-Metal's own processes report"
              + " allocations; if not given, "
              + DEFAULT_MONITOR
              + " is used if tt-alloc serve is running there. With the value none, no such process"
              + " is queried.")
  private @Nullable String monitor;

  @Option(names = "--regions-folder", paramLabel = "FOLDER", hidden = true)
  private @Nullable Path regions;

  /**
   * Starts watching native processes as these options specify; the result must be closed.
   *
   * @throws CommandFailure if the address is invalid, or the required JAR file is missing
   */
  public NativeWatch watch() {
    MonitorClient client = client(monitor);
    NativePrograms programs = OptionalJar.NATIVE.find(NativePrograms.class);
    if (programs != null) {
      return new NativeWatch(programs.reader(regions), client);
    }
    if (regions != null) {
      throw new CommandFailure(OptionalJar.NATIVE.missing("--regions-folder"));
    }
    return new NativeWatch(() -> NativeState.NONE, client);
  }

  private static @Nullable MonitorClient client(@Nullable String argument) {
    if (argument == null) {
      return new MonitorClient(URI.create(DEFAULT_MONITOR), true);
    }
    return argument.equals("none") ? null : new MonitorClient(address(argument), false);
  }

  /** Whether the number is a valid port or -1, which means the default port of the scheme. */
  private static boolean isPort(int port) {
    return port == -1 || (port > 0 && port <= 65_535);
  }

  private static URI address(String argument) {
    try {
      URI uri = new URI(argument);
      String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      boolean known = scheme.equals("http") || scheme.equals("https");
      boolean plain =
          uri.getUserInfo() == null && uri.getQuery() == null && uri.getFragment() == null;
      if (known && plain && uri.getHost() != null && isPort(uri.getPort())) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // The exception below describes the expected address.
    }
    throw new CommandFailure(
        "--monitor %s is not the address of a monitor, expected an address such as %s, or none"
            .formatted(argument, DEFAULT_MONITOR));
  }
}
