package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.MisuseEntry;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests calls that are allowed only on an open resource; some of these calls close the resource.
 */
class UseClauseTest {
  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Finishing
        subtypes: true
        use: [finish]
      - class: com.acme.Channel
        subtypes: true
        type: channel
        open: [<init>, reopen]
        close: [close]
      - class: com.acme.Channel
        subtypes: true
        use: [read, flush, peek, fail, count, after]
      - class: com.acme.Deflating
        type: channel
        close: [finish]
      - class: com.acme.Copies
        use:
          - {method: copy, resource: $0}
      """;

  private static final String APPLICATION =
      """
      package com.acme;

      interface Finishing { void finish(); }

      class Channel {
        void read() { close(); flush(); }
        void flush() {}
        void peek() {}
        void fail() { close(); flush(); throw new IllegalStateException("gone"); }
        void count(int depth) { if (depth > 0) { count(depth - 1); } else { close(); } flush(); }
        void after(Channel other) { flush(); other.flush(); }
        void reopen() {}
        void close() { flush(); }
      }

      class Layered extends Channel {
        @Override void read() { super.read(); peek(); }
        @Override void peek() { super.peek(); }
      }

      class Deflating extends Channel implements Finishing {
        @Override public void finish() { flush(); }
      }

      class Copies {
        static void copy(Channel from) { from.close(); from.flush(); }
      }

      public class Main implements Runnable {
        static void closed(Channel channel) { channel.close(); channel.flush(); }

        @Override
        public void run() {
          ACTIONS
        }
      }
      """;

  @TempDir private Path folder;

  /** The number of uses after a close. */
  private long misuses(String actions) throws Exception {
    String source = APPLICATION.replace("ACTIONS", actions);
    List<MisuseEntry> all =
        WovenApplication.run(folder, source, WovenApplication.rules(RULES)).image().misuse();
    assertThat(all).allMatch(misuse -> misuse.kind() == MisuseKind.USE_AFTER_CLOSE);
    return all.stream().mapToLong(MisuseEntry::count).sum();
  }

  @Test
  void whatAUseCallsAfterItHasClosedTheResourceIsPartOfIt() throws Exception {
    assertThat(misuses("new Channel().read();")).isZero();
  }

  @Test
  void theNextCallIsAMisuse() throws Exception {
    assertThat(misuses("Channel c = new Channel(); c.read(); c.read(); c.flush();")).isEqualTo(2);
  }

  @Test
  void theSuperClassMayCloseIt() throws Exception {
    assertThat(misuses("Channel c = new Layered(); c.read(); c.peek();")).isEqualTo(1);
  }

  @Test
  void aMethodThatClosesMayUseToo() throws Exception {
    assertThat(misuses("new Channel().close(); new Deflating().finish();")).isZero();
  }

  @Test
  void aUseThatThrowsHasEnded() throws Exception {
    String fails = "Channel c = new Channel(); try { c.fail(); } catch (RuntimeException e) {}";
    assertThat(misuses(fails)).isZero();
  }

  @Test
  void whatComesAfterAUseThatThrewIsAMisuse() throws Exception {
    String fails = "Channel c = new Channel(); try { c.fail(); } catch (RuntimeException e) {}";
    assertThat(misuses(fails + " c.flush();")).isEqualTo(1);
  }

  @Test
  void recursionEndsWithItsOutermostCall() throws Exception {
    assertThat(misuses("Channel c = new Channel(); c.count(100); c.flush();")).isEqualTo(1);
  }

  @Test
  void aMethodThatIsNoUseCoversNothing() throws Exception {
    assertThat(misuses("closed(new Channel());")).isEqualTo(1);
  }

  @Test
  void aUseOfOneCoversNoOther() throws Exception {
    assertThat(misuses("Channel c = new Channel(); c.close(); new Channel().after(c); c.after(c);"))
        .isEqualTo(2);
  }

  @Test
  void aUseOnOneThreadCoversNoOther() throws Exception {
    String other =
        """
        Channel c =
            new Channel() {
              @Override
              void read() {
                close();
                Thread thread = new Thread(this::flush);
                thread.start();
                try {
                  thread.join();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
                flush();
              }
            };
        c.read();
        """;
    assertThat(misuses(other)).isEqualTo(1);
  }

  @Test
  void aUseOfAParameterCoversIt() throws Exception {
    assertThat(misuses("Channel c = new Channel(); Copies.copy(c); c.flush();")).isEqualTo(1);
  }

  @Test
  void aClosedResourceThatIsOpenedAgainMayBeUsed() throws Exception {
    assertThat(misuses("Channel c = new Channel(); c.read(); c.reopen(); c.read(); c.peek();"))
        .isEqualTo(1);
  }
}
