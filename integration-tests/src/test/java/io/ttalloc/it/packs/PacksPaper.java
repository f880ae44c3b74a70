package io.ttalloc.it.packs;

import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Writes docs/packs.md: what each pack sees of each way to open something. */
public final class PacksPaper {
  static final String HEAD =
      """
      # Packs

      What the packs that ship with the agent see. A pack is chosen by `packs=NAME,...`; its rules are in `rules/NAME.yaml`, with the
      reasons. For each way to open something that a pack knows, programs open it and keep it, open it and drop it, and open it and
      close it twice; what keeps it is asked (`holders=true`). The test that compares the reports on them with that writes this paper; to repeat it,
      with a JDK 17 and a JDK 25 side by side:

      ```sh
      mvn -B -ntp -Preliability verify -Dit.test=PacksIT -Dfailsafe.failIfNoSpecifiedTests=false \\
        -Dtest=NoSuchTest -Dsurefire.failIfNoSpecifiedTests=false
      ```

      **Left open** is what was kept or dropped. **Found** is what the report has of it, once, under its type and with the call that
      opened it: as a leak, or where the pack's `policy` says so (**no leak**) as a finding that is none. **Not found** is the rest. A
      **false alarm** is what the report calls a leak and that is closed, counted twice, of another type or no leak. Where nothing is left
      open, the way ends closed, as a connection that is refused does. What the collector took stays in the report, as LOST or RECLAIMED;
      asynchronous channels, their groups and streams of processes are kept reachable by the JDK itself, so they are LEFT_OPEN.

      ## What jdk-files cannot see

      - A `URLClassLoader` that nobody closes, and its jars: they are INFRASTRUCTURE. They are closed when the collector takes the loader, and
        containers that drop loaders rely on that.
      - What a `JarURLConnection` opens, if it uses its cache: the JDK keeps that for good, so it counts as disowned.
      - Mappings with an `Arena` (`FileChannel.map` of JDK 22), which end with their arena, and locks of files, which end with their channel.
      - Whether who asks a mapped buffer for its cleaner runs it: the buffer counts as unmapped.
      - Streams and channels on a descriptor that something else has opened: they are that.
      - Other systems than Linux: the classes that hold descriptors of channels, folders and watch services have other names there.

      A directory stream has two descriptors on Linux, a watch service has two sockets beside the descriptor of inotify, and several
      zip files on one file share its descriptor: the pack counts what has to be closed. The file that a zip file or a zip file system
      reads from is counted as disowned, since closing the archive closes it.

      ## What jdk-net cannot see

      - The line of the program that called `accept` of an asynchronous channel, if the connection came later: a thread of the JDK opens
        it. It is found, but without a line of the program (**no own line**).
      - A descriptor that stays after the close: that of a channel that is registered with a selector, until the selector selects again or is
        closed. The pack has the channel as closed.
      - An `HttpClient` that nobody closes (JDK 21 and later): one that lives as long as the program is as it should be. Its bodies are seen.
      - Which sockets of the program's own `RMISocketFactory` RMI still uses: all are the program's, and LEFT_OPEN.
      - Who calls the JDK's own factories (`RMISocketFactory.getDefaultSocketFactory`, `SslRMIClientSocketFactory`) and `accept` of a server socket that
        RMI was given: what these open is INFRASTRUCTURE.
      - Other systems than Linux: selectors and asynchronous channels are other classes there.

      A socket is the object that has the descriptor, so `new Socket()` is none before it is used, and a socket whose `connect` failed is
      closed. A selector has two descriptors, a group of asynchronous channels three. Idle connections of `HttpURLConnection`,
      `java.net.http` and `com.sun.net.httpserver` are CACHED, what the JDK has for itself is INFRASTRUCTURE: neither is a leak. An
      `HttpServer` that is left open is one leak, its server socket: its selector and timers are CACHED in it once it has started.

      RMI, and JMX by it, keeps connections for the next call and listens as long as the JVM lives, also when everything is closed that the
      program can close: that is INFRASTRUCTURE, whether the program, `-Dcom.sun.management.jmxremote` or `jcmd` started it. What the program's
      own remote methods and socket factories open is the program's.
      [Decision 46](decisions/0046-network-of-the-jdk.md) has the reasons.

      ## What jdk-threads cannot see

      - Who sets thread locals: `java.lang.ThreadLocal` can never be woven.

      An executor or a pool whose threads run is kept reachable by them. If nothing else does, it is LEFT_OPEN, and in use if a method of
      the program has called one of it. An `Executors.newSingleThreadExecutor()` that was dropped is RECLAIMED, a warning: the JDK shuts it down
      when the collector has taken it. A `Timer` that was dropped is LOST: the JDK ends its thread only then. What the collector took of executors and pools had no
      thread any more, and is no leak. What the JDK makes for itself and keeps (for processes, asynchronous channels, virtual threads,
      `CompletableFuture`, `java.net.http`, RMI) is INFRASTRUCTURE.

      ## What jdk-memory cannot see

      - Memory that the JDK allocates for itself, and segments of arenas: an arena counts, not what is in it.
      - `Arena.ofAuto()` and `Arena.global()`, which nobody closes.
      - Memory that native code allocates.
      - Inflaters and deflaters of entries of a zip file or a zip file system: they end with it, and are INFRASTRUCTURE or disowned.
      - Whether who asks a direct buffer for its cleaner runs it: the buffer counts as freed.

      Direct buffers have no close: what is kept or collected is no leak, but what grows is. A number, as an address is, cannot be LOST.
      """;

  private static final String TABLE =
      """
      | pack | opened by | type | left open | found | not found | false alarms |
      |---|---|---|--:|--:|--:|--:|
      """;

  private PacksPaper() {}

  static Path file() {
    return Repository.root().resolve("docs/packs.md");
  }

  static void write(SortedMap<Integer, List<WayScore>> scoresByJdk) throws IOException {
    StringBuilder paper = new StringBuilder(HEAD);
    scoresByJdk.forEach((major, scores) -> paper.append('\n').append(section(major, scores)));
    Files.writeString(file(), paper);
  }

  /** The part of the paper on one JDK. */
  static String section(int major, List<WayScore> scores) {
    return "## JDK " + major + "\n\n" + table(scores);
  }

  /** A row for each way. */
  public static String table(List<WayScore> scores) {
    return scores.stream()
        .map(score -> score.row() + "\n")
        .collect(Collectors.joining("", TABLE, ""));
  }
}
