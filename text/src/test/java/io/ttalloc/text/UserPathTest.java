package io.ttalloc.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserPathTest {

  @Test
  void putsTheHomeInPlaceOfALeadingTilde() {
    assertThat(UserPath.expanded("~/a/b.yaml", "/home/me")).isEqualTo("/home/me/a/b.yaml");
    assertThat(UserPath.expanded("~", "/home/me")).isEqualTo("/home/me");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/a/~/b", "a~/b", "~name/a", "~a", "./~/a"})
  void leavesEveryOtherNameAlone(String name) {
    assertThat(UserPath.expanded(name, "/home/me")).isEqualTo(name);
  }

  @Test
  void asksTheJvmWhereTheVariableIsNotSet() {
    String home = System.getProperty("user.home");

    assertThat(UserPath.expanded("~/a", null)).isEqualTo(home + "/a");
    assertThat(UserPath.expanded("~/a", "")).isEqualTo(home + "/a");
  }

  @Test
  void leavesTheNameAloneIfTheHomeIsUnknown() {
    assertThat(UserPath.expanded("~/a", "?")).isEqualTo("~/a");
  }
}
