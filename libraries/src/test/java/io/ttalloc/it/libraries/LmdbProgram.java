package io.ttalloc.it.libraries;

import static java.nio.ByteBuffer.allocateDirect;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.lmdbjava.Cursor;
import org.lmdbjava.CursorIterable;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.SeekOp;
import org.lmdbjava.Txn;

/**
 * A program that follows lmdbjava's tutorial. Arguments: a working folder, and whether to leave a
 * transaction open.
 */
final class LmdbProgram {
  private LmdbProgram() {}

  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectory(Path.of(args[0], "lmdb"));
    try (Env<ByteBuffer> environment =
        Env.create().setMapSize(10 << 20).setMaxDbs(2).open(folder.toFile())) {
      Dbi<ByteBuffer> database = environment.openDbi("one", DbiFlags.MDB_CREATE);
      database.put(text("key"), text("value"));
      writes(environment, database);
      reads(environment, database);
      if (environment.getDbiNames().size() != 1) {
        throw new AssertionError("no database");
      }
      if (Boolean.parseBoolean(args[1])) {
        forgets(environment);
      }
    }
  }

  private static void writes(Env<ByteBuffer> environment, Dbi<ByteBuffer> database) {
    try (Txn<ByteBuffer> transaction = environment.txnWrite()) {
      try (Cursor<ByteBuffer> cursor = database.openCursor(transaction)) {
        cursor.put(text("another"), text("value"));
      }
      transaction.commit();
    }
    try (Txn<ByteBuffer> transaction = environment.txnWrite()) {
      database.delete(transaction, text("key"));
      transaction.abort();
    }
  }

  private static void reads(Env<ByteBuffer> environment, Dbi<ByteBuffer> database) {
    try (Txn<ByteBuffer> transaction = environment.txnRead()) {
      transaction.reset();
      transaction.renew();
      try (Cursor<ByteBuffer> cursor = database.openCursor(transaction)) {
        cursor.seek(SeekOp.MDB_FIRST);
      }
      int entries = 0;
      try (CursorIterable<ByteBuffer> all = database.iterate(transaction)) {
        for (CursorIterable.KeyVal<ByteBuffer> each : all) {
          entries += each.key().remaining() > 0 ? 1 : 0;
        }
      }
      if (entries != 2) {
        throw new AssertionError(entries + " entries");
      }
    }
  }

  /** Leaves a transaction open, which keeps its slot in LMDB's table of readers. */
  private static void forgets(Env<ByteBuffer> environment) {
    environment.txnRead();
  }

  private static ByteBuffer text(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return allocateDirect(bytes.length).put(bytes).flip();
  }
}
