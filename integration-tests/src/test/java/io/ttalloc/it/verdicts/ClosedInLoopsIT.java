package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests cleanup code that closes JDK resources in a loop, through classes that the rules do not
 * name: sockets through Socket, files opened by Files through InputStream, and channels through
 * their selection keys.
 */
@Variant
class ClosedInLoopsIT {
  @TempDir private Path folder;

  @EveryJdk
  void whatAStandingCallWouldCloseInALoopIsInUseAndTheRestLeaks(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=auto").option("holders=true");

    String file = Files.createFile(folder.resolve("some")).toString();
    tracked.on(jdk).main(Closes.class, file).run().expectSuccess();

    Map<String, Long> found = new TreeMap<>();
    for (JsonObject finding : tracked.json().findings()) {
      String verdict = finding.get("verdict").getAsString();
      if (!verdict.equals("INFRASTRUCTURE")) {
        String what = finding.get("type").getAsString() + " " + verdict;
        found.merge(what, finding.get("count").getAsLong(), Long::sum);
      }
    }
    assertThat(found)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "socket IN_USE", 4L,
                "socket LEFT_OPEN", 5L,
                "file channel IN_USE", 3L,
                "socket channel IN_USE", 2L,
                "server socket channel IN_USE", 1L,
                "selector IN_USE", 1L));
  }

  /**
   * Waits inside cleanup code on three threads. Five sockets are kept, and no cleanup closes them.
   */
  static final class Closes {
    private static final CountDownLatch STANDING = new CountDownLatch(3);
    private static final List<Socket> KEPT = new ArrayList<>();

    private Closes() {}

    public static void main(String[] args) throws Exception {
      ServerSocketChannel server =
          ServerSocketChannel.open()
              .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
      CountDownLatch accepted = new CountDownLatch(2);
      start(() -> select(server, accepted));
      for (int i = 0; i < 2; i++) {
        KEPT.add(new Socket(address.getAddress(), address.getPort()));
      }
      accepted.await();
      start(() -> read(Path.of(args[0])));
      start(Closes::connect);
      STANDING.await();
      System.exit(0);
    }

    /** A task that may throw. */
    private interface Step {
      void run() throws Exception;
    }

    private static void start(Step step) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  step.run();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    private static void stand() {
      STANDING.countDown();
      InUseIT.waitForEver();
    }

    private static void connect() throws IOException {
      Socket[] all = new Socket[3];
      try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
        try {
          for (int i = 0; i < all.length; i++) {
            all[i] = new Socket(server.getInetAddress(), server.getLocalPort());
            KEPT.add(new Socket(server.getInetAddress(), server.getLocalPort()));
          }
          stand();
        } finally {
          for (Socket each : all) {
            each.close();
          }
        }
      }
    }

    private static void read(Path file) throws IOException {
      List<InputStream> all = new ArrayList<>();
      try {
        for (int i = 0; i < 3; i++) {
          all.add(Files.newInputStream(file));
        }
        stand();
      } finally {
        for (InputStream each : all) {
          each.close();
        }
      }
    }

    private static void select(ServerSocketChannel server, CountDownLatch accepted)
        throws IOException {
      Selector selector = Selector.open();
      try {
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        while (accepted.getCount() > 0) {
          selector.select();
          selector.selectedKeys().clear();
          SocketChannel channel = server.accept();
          if (channel != null) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            accepted.countDown();
          }
        }
        stand();
      } finally {
        for (SelectionKey key : selector.keys()) {
          key.channel().close();
        }
        selector.close();
      }
    }
  }
}
