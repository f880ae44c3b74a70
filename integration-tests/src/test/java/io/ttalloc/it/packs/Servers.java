package io.ttalloc.it.packs;

import io.ttalloc.it.packs.ways.LoopbackDirectory;
import io.ttalloc.it.packs.ways.LoopbackServer;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** The servers to which the tested ways of opening resources connect. */
final class Servers implements Closeable {
  private final LoopbackServer web = new LoopbackServer();
  private final LoopbackDirectory directory = new LoopbackDirectory();

  Servers() throws IOException {}

  /** The JVM flags with the addresses of the servers. */
  List<String> flags() {
    return List.of(
        "-D" + LoopbackServer.PROPERTY + "=" + web.address(),
        "-D" + LoopbackDirectory.PROPERTY + "=" + directory.address());
  }

  @Override
  public void close() throws IOException {
    directory.close();
    web.close();
  }
}
