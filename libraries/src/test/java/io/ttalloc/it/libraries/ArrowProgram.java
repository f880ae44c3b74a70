package io.ttalloc.it.libraries;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.util.TransferPair;

/**
 * A program that follows Arrow's cookbook: writes a table, reads it, and transfers vectors between
 * allocators. Prints the message of the exception that the root allocator may throw when it is
 * closed. Arguments: a working folder, and whether to leave a buffer open.
 */
final class ArrowProgram {
  private static final int ROWS = 100;

  private ArrowProgram() {}

  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0], "table.arrow");
    BufferAllocator root = new RootAllocator();
    writes(root, file);
    reads(root, file);
    handsOn(root);
    if (Boolean.parseBoolean(args[1])) {
      forgets(root);
    }
    try {
      root.close();
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }

  private static void writes(BufferAllocator root, Path file) throws IOException {
    try (IntVector numbers = new IntVector("numbers", root);
        VarCharVector texts = new VarCharVector("texts", root);
        VectorSchemaRoot table = VectorSchemaRoot.of(numbers, texts);
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ArrowFileWriter writer = new ArrowFileWriter(table, null, channel)) {
      for (int row = 0; row < ROWS; row++) {
        numbers.setSafe(row, row);
        texts.setSafe(row, new byte[row]); // the buffers grow
      }
      table.setRowCount(ROWS);
      writer.start();
      writer.writeBatch();
      writer.end();
    }
  }

  private static void reads(BufferAllocator root, Path file) throws IOException {
    try (BufferAllocator child = root.newChildAllocator("reader", 0, Long.MAX_VALUE);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        ArrowFileReader reader = new ArrowFileReader(channel, child)) {
      while (reader.loadNextBatch()) {
        if (reader.getVectorSchemaRoot().getRowCount() != ROWS) {
          throw new AssertionError("other rows");
        }
      }
    }
  }

  private static void handsOn(BufferAllocator root) {
    try (BufferAllocator child = root.newChildAllocator("other", 0, Long.MAX_VALUE);
        IntVector numbers = new IntVector("numbers", root)) {
      numbers.allocateNew(ROWS);
      numbers.setValueCount(ROWS);
      TransferPair whole = numbers.getTransferPair(child);
      whole.transfer();
      try (IntVector moved = (IntVector) whole.getTo()) {
        TransferPair part = moved.getTransferPair(root);
        part.splitAndTransfer(8, 16);
        part.getTo().close();
      }
    }
  }

  /** Leaves open a buffer that only the allocator refers to. */
  private static void forgets(BufferAllocator root) {
    root.buffer(1_000);
  }
}
