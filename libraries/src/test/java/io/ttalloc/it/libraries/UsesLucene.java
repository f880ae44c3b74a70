package io.ttalloc.it.libraries;

import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.BufferedChecksumIndexInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.tests.store.MockDirectoryWrapper;

/**
 * Opens and closes files and readers at random, in directories that Lucene's own tests use to find
 * unclosed files. For each file that such a directory considers open, prints {@code open FILE
 * FRAME}: the name of the file, and the innermost frame of this class in the stack that opened it.
 * Also prints the message of the exception that each directory throws when it is closed. Argument:
 * a working folder.
 */
final class UsesLucene {
  /** Printed instead of the file names of open readers, because these names vary. */
  static final String READER = "reader";

  /** Printed before the message that a directory throws when it is closed with open files. */
  static final String CLOSED = "closed: ";

  private static final int ROUNDS = 800;
  private static final int FILES = 5;

  /** Keeps the open files and readers. */
  private static final List<Closeable> HELD = new ArrayList<>();

  private final Random random;
  private final List<? extends Directory> directories;
  private int outputs;

  private UsesLucene(Random random, List<? extends Directory> directories) {
    this.random = random;
    this.directories = directories;
  }

  public static void main(String[] args) throws Exception {
    Random random = new Random(4711);
    Path folder = Path.of(args[0]);
    List<MockDirectoryWrapper> directories =
        List.of(
            prepared(new MMapDirectory(folder.resolve("mapped")), random),
            prepared(new NIOFSDirectory(folder.resolve("channels")), random));
    UsesLucene program = new UsesLucene(random, directories);
    for (int round = 0; round < ROUNDS; round++) {
      program.change();
    }
    for (MockDirectoryWrapper directory : directories) {
      printOpen(directory);
      try {
        directory.close();
      } catch (RuntimeException e) {
        System.out.println(CLOSED + e.getMessage());
      }
    }
  }

  /** A directory that contains files to read, and an index of one segment in one file. */
  private static MockDirectoryWrapper prepared(Directory directory, Random random)
      throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.addDocument(new Document());
    }
    for (int file = 0; file < FILES; file++) {
      try (IndexOutput output = directory.createOutput("file-" + file, IOContext.DEFAULT)) {
        output.writeLong(file);
      }
    }
    MockDirectoryWrapper watched = new MockDirectoryWrapper(random, directory);
    watched.setThrottling(MockDirectoryWrapper.Throttling.NEVER);
    return watched;
  }

  private void change() throws IOException {
    Directory directory = directories.get(random.nextInt(directories.size()));
    switch (random.nextInt(11)) {
      case 0 -> HELD.add(input(directory));
      case 1 -> HELD.add(new BufferedChecksumIndexInput(input(directory)));
      case 2 -> HELD.add(directory.openInput(name(), IOContext.DEFAULT));
      case 3 -> HELD.add(output(directory));
      case 4 -> HELD.add(directory.createTempOutput("temporary", "file", IOContext.DEFAULT));
      case 5 -> HELD.add(DirectoryReader.open(directory));
      default -> {
        if (!HELD.isEmpty()) {
          HELD.remove(random.nextInt(HELD.size())).close();
        }
      }
    }
  }

  private IndexInput input(Directory directory) throws IOException {
    IndexInput input = directory.openInput(name(), IOContext.DEFAULT);
    IndexInput unused = input.clone(); // needs no close, like a slice
    unused = input.slice("slice", 0, 1);
    return input;
  }

  private IndexOutput output(Directory directory) throws IOException {
    outputs++;
    return directory.createOutput("output-" + outputs, IOContext.DEFAULT);
  }

  private String name() {
    return "file-" + random.nextInt(FILES);
  }

  /**
   * Prints the open files. Reads a private field of the directory, because the exception that
   * closing the directory throws lists all files but contains the stack of only one.
   */
  private static void printOpen(MockDirectoryWrapper watched) throws ReflectiveOperationException {
    Field handles = MockDirectoryWrapper.class.getDeclaredField("openFileHandles");
    handles.setAccessible(true);
    for (Object opened : ((Map<?, ?>) handles.get(watched)).values()) {
      Throwable where = (Throwable) opened;
      String message = where.toString();
      String name = message.substring(message.lastIndexOf(' ') + 1);
      Stream.of(where.getStackTrace())
          .filter(frame -> frame.getClassName().equals(UsesLucene.class.getName()))
          .limit(1)
          .forEach(
              frame ->
                  System.out.println(
                      "open " + (name.endsWith(".cfs") ? READER : name) + " " + frame));
    }
  }
}
