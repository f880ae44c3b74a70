package io.ttalloc.watch.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.text.JsonText;
import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeJsonTest {
  private static String written(NativeState state) throws IOException {
    StringWriter out = new StringWriter();
    NativeJson.write(JsonText.exact(out), state);
    return out.toString();
  }

  @Test
  void whatIsReadIsWhatWasWritten() throws IOException {
    assertThat(NativeJsonReader.read(written(SampleNatives.state())))
        .isEqualTo(SampleNatives.state());
    assertThat(NativeJsonReader.read(written(NativeState.NONE))).isEqualTo(NativeState.NONE);
  }

  @Test
  void unknownKeysAreIgnored() throws IOException {
    JsonObject object = JsonParser.parseString(written(SampleNatives.state())).getAsJsonObject();
    object.addProperty("later", "more");
    object.getAsJsonArray("chips").get(0).getAsJsonObject().addProperty("later", 1);
    assertThat(NativeJsonReader.read(object.toString())).isEqualTo(SampleNatives.state());
  }

  @Test
  void noCharacterOfAnAnswerMovesTheCursor() throws IOException {
    String hostile = written(SampleNatives.state()).replace("python3", "a\\u001b[2J\\u202eb");
    assertThat(NativeJsonReader.read(hostile).processes())
        .extracting(NativeProcess::program)
        .contains("a\\u001b[2J\\u202eb")
        .noneMatch(program -> program.chars().anyMatch(c -> c < ' ' || c == 0x202e));
  }

  @Test
  void aTextIsCut() throws IOException {
    String hostile = written(SampleNatives.state()).replace("python3", "x".repeat(100_000));
    assertThat(NativeJsonReader.read(hostile).processes())
        .allMatch(process -> process.program().length() <= 1_003);
  }

  /** Replaces part of a valid answer and checks the message. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tt-alloc-native/1 | tt-alloc-native/2 | has the schema \"tt-alloc-native/2\", expected",
        "\"schema\" | \"other\" | has no schema",
        "\"processes\" | \"other\" | has an object without processes",
        "\"pid\":4242 | \"pid\":4294967296 | has pid 4294967296, expected 0 to 2147483647",
        "\"pid\":4242 | \"pid\":-1 | has pid -1, expected",
        "\"pid\":4242 | \"pid\":null | cannot be read as JSON",
        "\"pid\":4242 | \"pid\":\"x\" | has pid \"x\", expected a number",
        "\"pid\":4242 | \"pid\":1e999999999 | has pid 1e999999999, expected a number",
        "\"bytes\":1536 | \"bytes\":-1 | has bytes -1, expected",
        "\"source\":\"socket\" | \"source\":\"moon\" | has an object with source moon, expected socket or",
        "\"state\":\"ended\" | \"state\":\"odd\" | has a process with state odd, expected running or ended",
        "\"memory\":[ | \"memory\":{ | cannot be read as JSON",
        "\"chips\":[ | \"chips\":[1, | cannot be read as JSON",
        "{ | [ | cannot be read as JSON"
      })
  void whatIsNoSuchAnswerSaysSo(String part, String instead, String expected) throws IOException {
    String good = written(SampleNatives.state());
    assertThat(good).contains(part);
    assertThatThrownBy(() -> NativeJsonReader.read(good.replace(part, instead)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void whatIsNoObjectOrTooMuchOrTooDeepIsAnError() {
    for (String text : new String[] {"", "[]", "7", "null"}) {
      assertThatThrownBy(() -> NativeJsonReader.read(text)).hasMessage("is not a JSON object");
    }
    assertThatThrownBy(() -> NativeJsonReader.read("[".repeat(1_000_000)))
        .isInstanceOf(IOException.class);
    String processes = "{},".repeat(4_096) + "{}";
    assertThatThrownBy(
            () ->
                NativeJsonReader.read(
                    "{\"schema\":\"tt-alloc-native/1\",\"processes\":[" + processes + "]}"))
        .hasMessage("has 4097 processes, expected at most 4096");
  }
}
