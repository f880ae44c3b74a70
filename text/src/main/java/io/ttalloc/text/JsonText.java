package io.ttalloc.text;

import com.google.gson.stream.JsonWriter;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Creates writers of JSON without characters that could move, hide or reorder text on a screen. The
 * JSON library itself escapes only what the JSON grammar forbids.
 */
public final class JsonText {
  private JsonText() {}

  /**
   * Returns a writer for programs: characters that could affect other text become JSON escapes, so
   * a parser restores them.
   */
  public static JsonWriter exact(Writer out) {
    return new JsonWriter(new EscapingWriter(out));
  }

  /**
   * Returns a writer for pages and viewers, which decode JSON escapes before they display text:
   * characters that could affect other text are replaced by visible text of the form {@code
   * \}{@code uXXXX}.
   */
  public static JsonWriter shown(Writer out) {
    return new VisibleWriter(out);
  }

  /** Writes a member whose value is a list of strings. */
  public static void texts(JsonWriter json, String name, List<String> texts) throws IOException {
    json.name(name).beginArray();
    for (String text : texts) {
      json.value(text);
    }
    json.endArray();
  }

  /** Writes one element of a list. */
  @FunctionalInterface
  public interface Element<T> {
    void write(T element) throws IOException;
  }

  /** Writes a member whose value is a list. */
  public static <T> void list(
      JsonWriter json, String name, Iterable<T> elements, Element<? super T> each)
      throws IOException {
    json.name(name).beginArray();
    for (T element : elements) {
      each.write(element);
    }
    json.endArray();
  }

  /**
   * Writes a member whose value is a list of objects.
   *
   * @param members writes the members of one object
   */
  public static <T> void objects(
      JsonWriter json, String name, Iterable<T> elements, Element<? super T> members)
      throws IOException {
    list(
        json,
        name,
        elements,
        element -> {
          json.beginObject();
          members.write(element);
          json.endObject();
        });
  }

  private static final class VisibleWriter extends JsonWriter {
    VisibleWriter(Writer out) {
      super(out);
    }

    @Override
    public JsonWriter value(@Nullable String value) throws IOException {
      return super.value(value == null ? null : VisibleText.of(value));
    }
  }

  /**
   * Escapes characters. Non-ASCII characters occur only inside strings, so any of them may be
   * escaped.
   */
  private static final class EscapingWriter extends FilterWriter {
    EscapingWriter(Writer out) {
      super(out);
    }

    @Override
    public void write(int c) throws IOException {
      write(String.valueOf((char) c), 0, 1);
    }

    @Override
    public void write(char[] chars, int start, int length) throws IOException {
      write(new String(chars, start, length), 0, length);
    }

    @Override
    public void write(String text, int start, int length) throws IOException {
      int end = start + length;
      int written = start;
      int at = start;
      while (at < end) {
        int c = text.charAt(at) < 0x7f ? text.charAt(at) : Character.codePointAt(text, at);
        int next = at + Character.charCount(c);
        if (c >= 0x7f && !VisibleText.isVisible(c)) {
          out.write(text, written, at - written);
          out.write(VisibleText.of(text.substring(at, next)));
          written = next;
        }
        at = next;
      }
      out.write(text, written, end - written);
    }
  }
}
