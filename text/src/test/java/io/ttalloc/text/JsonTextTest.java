package io.ttalloc.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class JsonTextTest {
  private static final String ODD =
      "a\u0000\u001b[2J\n\"\\\u007f\u009b\u202e\u2066\u200f\u061c\u2028\ud83d\ude80\ud83dz\udb40\udc41\u65e5";

  @Test
  void escapesUnusualCharactersReversiblyForPrograms() throws IOException {
    String json = written(JsonText::exact);

    assertThat(json)
        .isEqualTo(
            "{\n \"text\": \"a\\u0000\\u001b[2J\\n\\\"\\\\\\u007f\\u009b\\u202e\\u2066\\u200f\\u061c"
                + "\\u2028\ud83d\ude80\\ud83dz\\udb40\\udc41\u65e5\",\n \"none\": null\n}");
    assertThat(JsonParser.parseString(json).getAsJsonObject().get("text").getAsString())
        .isEqualTo(ODD);
  }

  @Test
  void makesUnusualCharactersVisibleForPages() throws IOException {
    String json = written(JsonText::shown);

    assertThat(JsonParser.parseString(json).getAsJsonObject().get("text").getAsString())
        .isEqualTo(
            "a\\u0000\\u001b[2J\\u000a\"\\\\u007f\\u009b\\u202e\\u2066\\u200f\\u061c\\u2028\ud83d\ude80\\ud83dz\\udb40\\udc41\u65e5");
  }

  private static String written(Function<Writer, JsonWriter> how) throws IOException {
    StringWriter text = new StringWriter();
    JsonWriter json = how.apply(text);
    json.setIndent(" ");
    json.beginObject().name("text").value(ODD).name("none").value((String) null).endObject();
    json.flush();
    return text.toString();
  }
}
