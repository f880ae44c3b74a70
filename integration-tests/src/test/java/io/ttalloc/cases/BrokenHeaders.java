package io.ttalloc.cases;

import io.ttalloc.cases.library.Archive;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Constructors that throw after they have opened a file: constructors of the program, of a subclass
 * whose superclass throws, of the JDK around a stream of the program, and of a library.
 */
final class BrokenHeaders {
  private BrokenHeaders() {}

  /** A way to open a file. */
  private interface Opening {
    AutoCloseable open(Path path) throws IOException;
  }

  public static void main(String[] args) throws Exception {
    boolean leak = args[0].equals("leak");
    Path path = Files.writeString(Files.createTempFile("index", ".bin"), "no header");
    for (int i = 0; i < 3; i++) {
      attempt(at -> new Store(at, leak), path);
      attempt(at -> new Heir(at, leak), path);
      attempt(at -> objects(at, leak), path);
      attempt(at -> text(at, leak), path);
      if (leak) {
        attempt(at -> new Archive(at), path); // LEAK 3 file
      }
    }
    Files.delete(path);
  }

  private static void attempt(Opening opening, Path path) throws Exception {
    try (AutoCloseable opened = opening.open(path)) {
      System.out.println(opened);
    } catch (IOException e) {
      System.out.println(e.getMessage());
    }
  }

  private static ObjectInputStream objects(Path path, boolean leak) throws IOException {
    InputStream in = new FileInputStream(path.toFile()); // LEAK 3 file
    try {
      return new ObjectInputStream(in);
    } catch (IOException e) {
      throw failure(in, leak, e);
    }
  }

  private static InputStreamReader text(Path path, boolean leak) throws IOException {
    InputStream in = new FileInputStream(path.toFile()); // LEAK 3 file
    try {
      return new InputStreamReader(in, "no such charset");
    } catch (IOException e) {
      throw failure(in, leak, e);
    }
  }

  private static IOException failure(InputStream in, boolean leak, IOException e)
      throws IOException {
    if (!leak) {
      in.close();
    }
    return e;
  }

  private static final class Store implements AutoCloseable {
    private final InputStream in;

    Store(Path path, boolean leak) throws IOException {
      in = new FileInputStream(path.toFile()); // LEAK 3 file
      if (in.read() != 'A') {
        throw failure(in, leak, new IOException("no store"));
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static class Base implements AutoCloseable {
    private final InputStream in;

    Base(InputStream in, boolean leak) throws IOException {
      this.in = in;
      if (in.read() != 'A') {
        throw failure(in, leak, new IOException("no heir"));
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static final class Heir extends Base {
    Heir(Path path, boolean leak) throws IOException {
      super(new FileInputStream(path.toFile()), leak); // LEAK 3 file
    }
  }
}
