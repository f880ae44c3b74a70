package io.ttalloc.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellWordsTest {

  @Test
  void quotesForAShellOnlyWhatNeedsIt() {
    assertThat(ShellWords.quoted("4242")).isEqualTo("4242");
    assertThat(ShellWords.quoted("/tmp/a-b/4242-1.ledger")).isEqualTo("/tmp/a-b/4242-1.ledger");
    assertThat(ShellWords.quoted("/tmp/it's $here\n/1"))
        .isEqualTo("'/tmp/it'\\''s $here\\u000a/1'");
    assertThat(ShellWords.quoted("")).isEqualTo("''");
  }

  @Test
  void splitsWhatItJoinedIntoTheSameWords() {
    List<String> words =
        List.of("java", "", "a b", "it's", "'", "''", "back\\slash", "{\"a\": 1}", "$x;*", "--a=b");

    String line = ShellWords.joined(words);

    assertThat(line)
        .isEqualTo(
            "java '' 'a b' 'it'\\''s' ''\\''' ''\\'''\\''' 'back\\slash' '{\"a\": 1}' '$x;*' --a=b");
    assertThat(ShellWords.split(line)).isEqualTo(words);
  }

  @Test
  void splitsLinesThatItDidNotJoin() {
    assertThat(ShellWords.split("  demo   mesh ")).containsExactly("demo", "mesh");
    assertThat(ShellWords.split("it's open")).containsExactly("its open");
    assertThat(ShellWords.split("ends with \\")).containsExactly("ends", "with", "\\");
    assertThat(ShellWords.split(" ")).isEmpty();
  }
}
