package io.ttalloc.serve.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiverUrlTest {
  @ParameterizedTest
  @CsvSource({
    "http://a:1/x%20y?q=%3D#part, http://a:1/x%20y?q=%3D",
    "HTTPS://a, https://a/",
    "http://[::1]:80/, http://[::1]:80/",
    "https://me:p%40ss@a/b, https://a/b"
  })
  void goesWhereTheUserSays(String written, String target) {
    assertThat(ReceiverUrl.of(written).target()).hasToString(target);
  }

  @Test
  void showsNothingThatMayBeSecret() {
    ReceiverUrl url = ReceiverUrl.of("https://me:p%40ss@a:9/secret?secret#secret");
    assertThat(url).hasToString("https://a:9");
    assertThat(url.shown()).isEqualTo("https://a:9");
    assertThat(url.authorization()).isEqualTo("Basic bWU6cEBzcw==");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "secret",
        "ftp://secret/",
        "file:///secret",
        "http:secret",
        "http:///secret",
        "http://secret:0/",
        "http://secret:70000/",
        "http://me:secret@/",
        "http://secret host/",
        "jar:http://secret/!/x"
      })
  void refusesOthersWithoutRepeatingThem(String written) {
    assertThatThrownBy(() -> ReceiverUrl.of(written))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("it ")
        .hasMessageNotContaining("secret");
  }
}
