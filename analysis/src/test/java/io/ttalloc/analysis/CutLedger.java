package io.ttalloc.analysis;

import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A copy of a ledger that loses its end: a copy, since the writer's own thread may still make the
 * file longer. Every ledger has three segments of a mebibyte at least; what is cut off held
 * nothing.
 */
final class CutLedger implements Closeable {
  private static final long KEPT_BYTES = 3_000_000;

  private final Path file;

  CutLedger(Path ledger) throws IOException {
    file = Files.createTempFile("tt-alloc-test", ".ledger");
    Files.copy(ledger, file, StandardCopyOption.REPLACE_EXISTING);
    Path marks = LedgerFiles.beside(ledger).marks();
    if (Files.exists(marks)) {
      Files.copy(marks, LedgerFiles.beside(file).marks());
    }
  }

  /**
   * Reads the ledger as what a process left.
   *
   * @param pass before which pass over its slots it is cut; 0 = before it is read at all
   */
  LedgerImage read(TestProcess process, int pass) throws IOException {
    if (pass == 0) {
      cut();
      return process.read(file);
    }
    LedgerImage whole = process.read(file);
    AtomicInteger passes = new AtomicInteger();
    return (LedgerImage)
        Proxy.newProxyInstance(
            CutLedger.class.getClassLoader(),
            new Class<?>[] {LedgerImage.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("forEachSlot") && passes.incrementAndGet() == pass) {
                cut();
              }
              try {
                return method.invoke(whole, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void cut() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(KEPT_BYTES);
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(LedgerFiles.beside(file).marks());
    Files.delete(file);
  }
}
