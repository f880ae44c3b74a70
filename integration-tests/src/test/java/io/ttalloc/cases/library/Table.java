package io.ttalloc.cases.library;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Spliterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A file of rows, read as database libraries read tables. */
public final class Table {
  private final Path path;

  public Table(Path path) {
    this.path = path;
  }

  /** Returns the rows in a stream that has already opened the file; the caller must close it. */
  public Stream<String> query() {
    Cursor cursor = new Cursor();
    return StreamSupport.stream(cursor.open(), false).onClose(cursor::close);
  }

  /** Returns the rows in a stream that opens the file when its terminal operation begins. */
  public Stream<String> queryLater() {
    Cursor cursor = new Cursor();
    return StreamSupport.stream(cursor::open, Spliterator.ORDERED, false).onClose(cursor::close);
  }

  private final class Cursor {
    private @Nullable BufferedReader reader;

    Spliterator<String> open() {
      try {
        BufferedReader opened = Files.newBufferedReader(path);
        reader = opened;
        return opened.lines().spliterator();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void close() {
      try {
        if (reader != null) {
          reader.close();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
