package io.ttalloc.agent.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimedStreamWriterTest {
  private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final CountDownLatch never = new CountDownLatch(1);

  @AfterEach
  void letTheWriterGo() {
    never.countDown();
  }

  @Test
  void whatNobodyReadsIsGivenUpAndAllThatFollows() {
    AtomicInteger pieces = new AtomicInteger();
    TimedStreamWriter output =
        started(
            new OutputStream() {
              @Override
              public void write(int b) {}

              @Override
              public void write(byte[] bytes, int from, int length) throws IOException {
                pieces.incrementAndGet();
                awaitNever();
              }
            },
            PATIENCE,
            new AtomicLong());

    output.write(new byte[10 * TimedStreamWriter.PIECE]);
    output.write(new byte[1]);

    assertThat(pieces.get()).isLessThanOrEqualTo(1);
  }

  /**
   * Each piece takes nearly as long as allowed; all of them together take a hundred times as long.
   */
  @Test
  void aSlowReaderGetsEverything() {
    AtomicLong clock = new AtomicLong(1);
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    TimedStreamWriter output =
        started(
            new OutputStream() {
              @Override
              public void write(int b) {}

              @Override
              public void write(byte[] bytes, int from, int length) {
                clock.addAndGet(MINUTE - 1);
                read.write(bytes, from, length);
              }
            },
            MINUTE,
            clock);
    byte[] text = new byte[100 * TimedStreamWriter.PIECE + 7];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) (i % 251);
    }

    output.write(text);
    output.write(new byte[] {1, 2, 3});

    assertThat(read.toByteArray()).startsWith(text).endsWith(1, 2, 3).hasSize(text.length + 3);
  }

  @Test
  void anInterruptedThreadWritesAllTheSame() {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    TimedStreamWriter output = started(read, MINUTE, new AtomicLong());

    Thread.currentThread().interrupt();
    output.write(new byte[] {1});

    Thread.interrupted();
    assertThat(read.toByteArray()).containsExactly(1);
  }

  private void awaitNever() throws IOException {
    try {
      never.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /**
   * Returns a running writer that uses the given clock, or the system clock if the given clock
   * reads 0.
   */
  private static TimedStreamWriter started(OutputStream out, long patience, AtomicLong clock) {
    TimedStreamWriter made =
        new TimedStreamWriter(out, patience, clock.get() == 0 ? System::nanoTime : clock::get);
    Thread thread = new Thread(made);
    thread.setDaemon(true);
    thread.start();
    return made;
  }
}
