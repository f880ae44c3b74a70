package io.ttalloc.viewer;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.VisibleText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formats names and stacks of the application for the database. */
final class ViewerText {
  private ViewerText() {}

  /** Returns a name with invisible characters escaped. */
  static String of(String name) {
    return VisibleText.of(name);
  }

  /** Returns a frame in Java's notation. */
  static String frame(Frame frame) {
    return VisibleText.of(JavaNames.fullFrame(frame));
  }

  /** Returns a stack in Java's notation, innermost frame first; empty if there is none. */
  static String stack(List<Frame> frames) {
    StringBuilder text = new StringBuilder();
    for (Frame frame : frames) {
      text.append("at ").append(frame(frame)).append('\n');
    }
    return text.toString();
  }

  /**
   * The path of a frame's source file, such as {@code com/acme/Loader.java}; null if the class file
   * does not contain the file's name.
   */
  static @Nullable String sourcePath(@Nullable Frame frame) {
    if (frame == null || frame.file() == null) {
      return null;
    }
    String folder = JavaNames.packageOf(frame.className()).replace('.', '/');
    return VisibleText.of(folder.isEmpty() ? frame.file() : folder + "/" + frame.file());
  }
}
