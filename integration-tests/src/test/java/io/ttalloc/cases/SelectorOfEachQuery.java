package io.ttalloc.cases;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/** Waits for answers, and closes the selector only if an answer arrives. */
final class SelectorOfEachQuery {
  private SelectorOfEachQuery() {}

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    InetAddress here = InetAddress.getLoopbackAddress();
    try (DatagramSocket server = new DatagramSocket(0, here);
        DatagramChannel channel = DatagramChannel.open()) {
      channel.bind(new InetSocketAddress(here, 0)).configureBlocking(false);
      for (int i = 0; i < 8; i++) {
        if (i < 3) {
          server.send(new DatagramPacket(new byte[1], 1, channel.getLocalAddress()));
        }
        System.out.println(leak ? receive(channel) : receiveClosing(channel));
      }
    }
  }

  private static boolean receive(DatagramChannel channel) throws IOException {
    // FIX close() on every path through SelectorOfEachQuery.receive
    Selector selector = Selector.open(); // LEAK 5 selector
    channel.register(selector, SelectionKey.OP_READ);
    if (selector.select(20) == 0) {
      return false;
    }
    channel.receive(ByteBuffer.allocate(1));
    selector.close();
    return true;
  }

  private static boolean receiveClosing(DatagramChannel channel) throws IOException {
    try (Selector selector = Selector.open()) {
      channel.register(selector, SelectionKey.OP_READ);
      if (selector.select(20) == 0) {
        return false;
      }
      channel.receive(ByteBuffer.allocate(1));
      return true;
    }
  }
}
