package io.ttalloc.cases.library;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes lines to a file, from {@link #start} to {@link #stop}. Not AutoCloseable. */
public final class Appender {
  private final String file;
  private OutputStream stream = OutputStream.nullOutputStream();

  public Appender(String file) {
    this.file = file;
  }

  public void start() throws IOException {
    stream = new FileOutputStream(file, true);
  }

  public void append(String line) throws IOException {
    stream.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  public void stop() throws IOException {
    stream.close();
  }
}
