package io.ttalloc.it.watched;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotifyIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.watched.NotifyIT$Program$Block
          type: block
          open: [<init>]
          close: [close]
          bytes: bytes()
          address: address()
      """;

  @TempDir private Path folder;

  /** The process gives the same address to two owners, closes both, and ends with another leak. */
  @Variant
  @Test
  void leaksOfARealProcessArePosted() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    tracked.ledgers().keepAll();
    Path close = folder.resolve("close");
    try (NotifyReceiver leaks = new NotifyReceiver();
        Server server = Server.on(tracked.ledgers().path(), "--notify=" + leaks.url("/leaks"));
        RunningJvm program =
            tracked.on(Jdks.ofThisBuild()).main(Program.class, close.toString()).start()) {
      JsonObject leak = json(leaks.next());
      assertThat(text(leak, "event")).isEqualTo("leak");
      assertThat(text(leak, "verdict")).isEqualTo("DOUBLE_OPEN");
      assertThat(text(leak, "state")).isEqualTo("running");
      assertThat(text(leak, "title")).endsWith("Program.open");
      assertThat(leak.get("pid").getAsLong()).isEqualTo(program.pid());
      assertThat(leak.get("count").getAsLong()).isEqualTo(2);

      assertThat(server.get("/metrics")).containsPattern("tt_alloc_leaks\\{pid=\"\\d+\".*} 1.0");

      Files.createFile(close);
      JsonObject end = json(leaks.next());
      assertThat(text(end, "event")).isEqualTo("leak-ended");
      assertThat(text(end, "ended")).isEqualTo("closed");
      assertThat(text(end, "fingerprint")).isEqualTo(text(leak, "fingerprint"));

      program.terminate();
      JsonObject left = json(leaks.next());
      assertThat(text(left, "verdict")).isEqualTo("LEFT_OPEN");
      assertThat(text(left, "state")).isEqualTo("ended");
      JvmResult ended = server.terminate();
      assertThat(ended.out()).endsWith("  Active allocations: 0 (1 ended process left 1)\n");
      assertThat(ended.err()).isEmpty();
    }
  }

  private static JsonObject json(byte[] body) {
    return JsonParser.parseString(new String(body, UTF_8)).getAsJsonObject();
  }

  private static String text(JsonObject json, String name) {
    return json.get(name).getAsString();
  }

  /** Opens two blocks at the same address, closes them when a file appears, and opens a third. */
  static final class Program {
    private static final List<Block> OPEN = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) throws InterruptedException {
      for (int i = 0; i < 2; i++) {
        open(4_096);
      }
      Await.until(() -> Files.exists(Path.of(args[0])));
      OPEN.forEach(Block::close);
      OPEN.clear();
      openAnother();
      new CountDownLatch(1).await();
    }

    private static void open(long address) {
      OPEN.add(new Block(address));
    }

    private static void openAnother() {
      OPEN.add(new Block(8_192));
    }

    static final class Block implements AutoCloseable {
      private final long address;

      Block(long address) {
        this.address = address;
      }

      long address() {
        return address;
      }

      long bytes() {
        return 64;
      }

      @Override
      public void close() {}
    }
  }
}
