package io.ttalloc.corpus.pools;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;

/** A pool filled with channels that were returned twice, so it has no room for other channels. */
public final class ReturnedTwice {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.pools.ReturnedTwice$Channel
          subtypes: true
          type: channel
          open: [<init>]
          close: [close]
      """;

  private ReturnedTwice() {}

  interface Channel extends AutoCloseable {
    long send(int value);

    @Override
    void close();
  }

  static final class TcpChannel implements Channel {
    private long sent;

    @Override
    public long send(int value) {
      sent += value;
      return sent;
    }

    @Override
    public void close() {
      sent = 0;
    }
  }

  static class ChannelPool implements AutoCloseable {
    private static final int ROOM = 4;
    protected final LinkedBlockingDeque<Channel> idle = new LinkedBlockingDeque<>(ROOM);

    final Channel acquire() {
      Channel channel = idle.pollFirst();
      return channel != null ? channel : new TcpChannel();
    }

    /** Takes a channel back if there is room. */
    void release(Channel channel) {
      if (!idle.offerFirst(channel)) {
        System.out.println("no room in the pool");
      }
    }

    @Override
    public void close() {
      for (Channel channel = idle.pollFirst(); channel != null; channel = idle.pollFirst()) {
        channel.close();
      }
    }
  }

  static final class CheckingChannelPool extends ChannelPool {
    @Override
    void release(Channel channel) {
      if (!idle.contains(channel) && !idle.offerFirst(channel)) {
        channel.close();
      }
    }
  }

  /**
   * Sends through four channels, all acquired beforehand. The sender releases the first two, and
   * its error handler releases them again.
   */
  static void sendAll(ChannelPool pool) {
    List<Channel> channels = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      channels.add(pool.acquire());
    }
    for (int i = 0; i < 4; i++) {
      Channel channel = channels.get(i);
      try {
        send(pool, channel, i);
      } catch (IllegalStateException e) {
        pool.release(channel);
      }
    }
  }

  private static void send(ChannelPool pool, Channel channel, int number) {
    try {
      System.out.println(channel.send(number) + " sent");
      if (number < 2) {
        throw new IllegalStateException("no answer to " + number);
      }
    } finally {
      pool.release(channel);
    }
  }

  @Truth(
      why =
          "two channels are in the pool twice, and two others, for which there is no room, are dropped unclosed",
      leaks = @Leak(type = "channel", count = 2, openedAt = "ReturnedTwice.sendAll"))
  public static final class Leaking {
    public static void main(String[] args) {
      try (ChannelPool pool = new ChannelPool()) {
        sendAll(pool);
      }
    }
  }

  @Truth(why = "the pool ignores the second return, has room for all four and closes them")
  public static final class Mended {
    public static void main(String[] args) {
      try (ChannelPool pool = new CheckingChannelPool()) {
        sendAll(pool);
      }
    }
  }
}
