package io.ttalloc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.rules.Value.Constant;
import io.ttalloc.rules.Value.Path;
import io.ttalloc.rules.Value.Root;
import io.ttalloc.rules.Value.Step;
import io.ttalloc.text.yaml.Position;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueTest {
  private static final Position AT = new Position("rules.yaml", 3, 7);

  @Test
  void readsConstants() {
    assertThat(Value.parse("true", AT)).isEqualTo(new Constant(true, AT));
    assertThat(Value.parse("false", AT)).isEqualTo(new Constant(false, AT));
    assertThat(Value.parse("-42", AT)).isEqualTo(new Constant(-42L, AT));
    assertThat(Value.parse("0x3ffff800", AT)).isEqualTo(new Constant(0x3ffff800L, AT));
    assertThat(Value.parse("=DRAM of $0", AT)).isEqualTo(new Constant("DRAM of $0", AT));
  }

  @Test
  void readsPaths() {
    assertThat(Value.parse("ownsData", AT))
        .isEqualTo(path(Root.RESOURCE, -1, new Step("ownsData", false)));
    assertThat(Value.parse("device().id", AT))
        .isEqualTo(path(Root.RESOURCE, -1, new Step("device", true), new Step("id", false)));
    assertThat(Value.parse("$12", AT)).isEqualTo(path(Root.PARAMETER, 12));
    assertThat(Value.parse("$0.name()", AT))
        .isEqualTo(path(Root.PARAMETER, 0, new Step("name", true)));
    assertThat(Value.parse("result", AT)).isEqualTo(path(Root.RESULT, -1));
    assertThat(Value.parse("this", AT)).isEqualTo(path(Root.THIS, -1));
    assertThat(Value.parse("this.a", AT)).isEqualTo(path(Root.THIS, -1, new Step("a", false)));
    assertThat(Value.parse("result()", AT))
        .isEqualTo(path(Root.RESOURCE, -1, new Step("result", true)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "true",
        "17",
        "=a b",
        "size()",
        "a.b().c",
        "$3",
        "$3.a()",
        "result",
        "result.a",
        "this",
        "this.a().b"
      })
  void isWrittenAsItWasRead(String text) {
    assertThat(Value.parse(text, AT)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "=",
        "$",
        "$x",
        "$-1",
        "$256",
        "$1000000000000",
        "a.",
        ".a",
        "a..b",
        "a(b)",
        "a b",
        "12a",
        "99999999999999999999",
        "0x",
        "1.5",
        "-",
        "a.$0",
        "a().b().c().d().e().f().g().h().i()",
        "a()()"
      })
  void refusesWhatIsNoValue(String text) {
    assertThat(Value.parse(text, AT)).isNull();
  }

  @Test
  void whatHasNoPrefixIsReadOfTheResource() {
    Value resource = Value.parse("$1.buffer", AT);

    assertThat(Value.of(resource, Value.parse("size()", AT))).hasToString("$1.buffer.size()");
    assertThat(Value.of(resource, Value.parse("this.size()", AT))).hasToString("this.size()");
    assertThat(Value.of(resource, Value.parse("$0", AT))).hasToString("$0");
    assertThat(Value.of(resource, Value.parse("12", AT))).hasToString("12");
    assertThat(Value.of(resource, null)).isNull();
    assertThat(Value.of(Value.self(AT), Value.parse("size()", AT))).hasToString("size()");
  }

  private static Path path(Root root, int parameter, Step... steps) {
    return new Path(root, parameter, List.of(steps), AT);
  }
}
