package io.ttalloc.top;

import io.ttalloc.text.VisibleText;
import java.util.function.IntFunction;
import org.jline.utils.AttributedStyle;

/**
 * One cell of a table: text for a width, in one style.
 *
 * @param natural how many columns it would like to have
 * @param text the text for a width, which may be narrower than it
 */
record Cell(int natural, IntFunction<String> text, AttributedStyle style) {

  /** A text from anywhere. It is escaped before it is cut, so that no escape is cut in two. */
  static Cell of(String text, AttributedStyle style) {
    String visible = VisibleText.of(text);
    return new Cell(
        ShownText.columns(visible), width -> ShownText.shortened(visible, width), style);
  }

  static Cell of(String text) {
    return of(text, Look.PLAIN);
  }
}
