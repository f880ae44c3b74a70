package io.ttalloc.top;

import io.ttalloc.text.VisibleText;
import java.util.function.IntFunction;
import org.jline.utils.AttributedStyle;

/**
 * A table cell whose text depends on the available width, in one style.
 *
 * @param natural the preferred number of columns
 * @param text returns the text for a width, which may be smaller than {@code natural}
 */
record Cell(int natural, IntFunction<String> text, AttributedStyle style) {

  /**
   * Creates a cell from any string, which is escaped before it is shortened, so that no escape is
   * split.
   */
  static Cell of(String text, AttributedStyle style) {
    String visible = VisibleText.of(text);
    return new Cell(
        ShownText.columns(visible), width -> ShownText.shortened(visible, width), style);
  }

  static Cell of(String text) {
    return of(text, Look.PLAIN);
  }
}
