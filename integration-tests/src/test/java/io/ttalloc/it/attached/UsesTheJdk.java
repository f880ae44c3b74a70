package io.ttalloc.it.attached;

import io.ttalloc.it.packs.OrdinaryProgram;
import io.ttalloc.testing.Await;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.ZipFile;

/**
 * Uses JDK files and sockets before and after the agent is attached. Resources that are open during
 * the attach are closed afterwards. Meanwhile one thread opens and closes resources, and another
 * waits for a connection. Arguments: a working folder, and a class in a jar on the class path.
 */
final class UsesTheJdk {
  private static final List<AutoCloseable> LEFT = new ArrayList<>();

  private UsesTheJdk() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Thread worker = new Thread(() -> work(folder));
    worker.setDaemon(true);
    worker.start();
    ordinary(folder.resolve("first"), args[1]);
    ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread acceptor = new Thread(() -> accept(server));
    acceptor.setDaemon(true);
    acceptor.start();
    List<AutoCloseable> before = open(folder);
    System.out.println("opened before");
    await(folder, "go");
    close(before);
    new Socket(server.getInetAddress(), server.getLocalPort()).close();
    acceptor.join();
    close(open(folder));
    ordinary(folder.resolve("second"), args[1]);
    LEFT.add(leaveOpen(folder));
    worker.join();
    System.out.println("opened after");
    await(folder, "end");
    close(open(folder));
  }

  private static void ordinary(Path folder, String type) throws Exception {
    OrdinaryProgram.main(new String[] {Files.createDirectory(folder).toString(), type});
  }

  private static InputStream leaveOpen(Path folder) throws IOException {
    return new FileInputStream(folder.resolve("file").toFile());
  }

  private static void work(Path folder) {
    try {
      while (!Files.exists(folder.resolve("second"))) {
        close(open(folder));
        LockSupport.parkNanos(1_000_000); // leaves processor time for the agent
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void accept(ServerSocket server) {
    try (server) {
      server.accept().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens one resource of each kind. */
  @SuppressWarnings("StreamResourceLeak") // The caller closes all of them.
  private static List<AutoCloseable> open(Path folder) throws Exception {
    Path file = folder.resolve("file");
    Path jar = folder.resolve("file.jar");
    InetAddress here = InetAddress.getLoopbackAddress();
    List<AutoCloseable> opened = new ArrayList<>();
    opened.add(new FileInputStream(file.toFile()));
    opened.add(new RandomAccessFile(file.toFile(), "rw"));
    opened.add(FileChannel.open(file, StandardOpenOption.READ));
    opened.add(Files.newInputStream(file));
    opened.add(Files.newDirectoryStream(folder));
    opened.add(Files.list(folder));
    opened.add(Files.lines(file));
    opened.add(new ZipFile(jar.toFile()));
    opened.add(FileSystems.newFileSystem(jar));
    opened.add(new URLClassLoader(new URL[] {jar.toUri().toURL()}));
    opened.add(Selector.open());
    ServerSocket server = new ServerSocket(0, 5, here);
    opened.add(server);
    opened.add(new Socket(here, server.getLocalPort()));
    opened.add(server.accept());
    ServerSocketChannel channel = ServerSocketChannel.open();
    opened.add(channel);
    channel.bind(new InetSocketAddress(here, 0));
    opened.add(SocketChannel.open(channel.getLocalAddress()));
    opened.add(channel.accept());
    return opened;
  }

  private static void close(List<AutoCloseable> opened) throws Exception {
    Collections.reverse(opened);
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private static void await(Path folder, String file) {
    Await.until(() -> Files.exists(folder.resolve(file)));
  }
}
