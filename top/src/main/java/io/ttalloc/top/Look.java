package io.ttalloc.top;

import java.time.ZoneId;
import org.jline.utils.AttributedStyle;

/**
 * How things are shown. Nothing is expressed by a colour alone.
 *
 * @param coloured whether the terminal has colours and they were not switched off
 * @param zone the time zone of times
 */
public record Look(Glyphs glyphs, boolean coloured, ZoneId zone) {
  static final AttributedStyle PLAIN = AttributedStyle.DEFAULT;

  AttributedStyle heading() {
    return PLAIN.bold();
  }

  /** A leak, or a space that is nearly full. */
  AttributedStyle bad() {
    return coloured ? PLAIN.bold().foreground(AttributedStyle.RED) : PLAIN.bold();
  }

  /** The style of a possible leak, or of a space that fills up. */
  AttributedStyle warning() {
    return coloured ? PLAIN.foreground(AttributedStyle.YELLOW) : PLAIN;
  }

  AttributedStyle good() {
    return coloured ? PLAIN.foreground(AttributedStyle.GREEN) : PLAIN;
  }

  /** The style of text that needs no attention. */
  AttributedStyle quiet() {
    return coloured ? PLAIN.foreground(AttributedStyle.BRIGHT + AttributedStyle.BLACK) : PLAIN;
  }
}
