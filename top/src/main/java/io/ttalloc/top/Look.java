package io.ttalloc.top;

import java.time.ZoneId;
import org.jline.utils.AttributedStyle;

/**
 * The appearance of the screen. Nothing is shown by colour alone.
 *
 * @param coloured whether the terminal has colours and the user has not turned them off
 * @param zone the time zone for displayed times
 */
public record Look(Glyphs glyphs, boolean coloured, ZoneId zone) {
  static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;

  AttributedStyle heading() {
    return PLAIN.bold();
  }

  /** The style of a leak, or of a space that is nearly full. */
  AttributedStyle bad() {
    return coloured ? PLAIN.bold().foreground(AttributedStyle.RED) : PLAIN.bold();
  }

  /** The style of a possible leak, or of a space that is filling up. */
  AttributedStyle warning() {
    return coloured ? PLAIN.foreground(AttributedStyle.YELLOW) : PLAIN;
  }

  AttributedStyle good() {
    return coloured ? PLAIN.foreground(AttributedStyle.GREEN) : PLAIN;
  }

  /** The style of text that is not important. */
  AttributedStyle quiet() {
    return coloured ? PLAIN.foreground(AttributedStyle.BRIGHT + AttributedStyle.BLACK) : PLAIN;
  }
}
