package io.ttalloc.ledger.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A request is read as it was written, and no other text is read as a request. */
class AttachExchangeTest {

  @TempDir private Path folder;

  private static AttachRequest request(String options, Map<String, String> variables) {
    return new AttachRequest(
        AttachRequest.Action.ATTACH, "1.2", 4_711, "/home/ü \\n", options, variables);
  }

  @Test
  void aRequestIsReadAsItWasWritten() throws IOException {
    AttachRequest request =
        request("rules=a b.yaml,dump=%p.json\n#!: =", Map.of("TT_ALLOC_DIR", " /x\ty", "HOME", ""));

    request.write(folder);

    assertThat(AttachRequest.read(folder)).isEqualTo(request);
    Path named = AttachRequest.folderIn(AttachRequest.argument(folder));
    assertThat(named).isEqualTo(folder);
    assertThat(AttachRequest.folderIn("rules=@/x")).isNull();
    assertThat(AttachRequest.folderIn(null)).isNull();
  }

  @Test
  void optionsAreWhatIsWrittenAndWhatVariablesSay() {
    assertThat(request(" ", Map.of("HOME", "/home/me")).hasOptions()).isFalse();
    assertThat(request("verbose", Map.of()).hasOptions()).isTrue();
    assertThat(request("", Map.of("TT_ALLOC_DIR", "/x")).hasOptions()).isTrue();
  }

  @Test
  void anAnswerIsReadAsItWasWrittenLineByLine() throws IOException {
    assertThat(AttachAnswer.read(folder)).isNull();

    new AttachAnswer(AttachAnswer.Outcome.REFUSED, List.of("one\r\ntwo", "three")).write(folder);
    assertThat(AttachAnswer.read(folder))
        .isEqualTo(new AttachAnswer(AttachAnswer.Outcome.REFUSED, List.of("one  two", "three")));

    AttachAnswer.done("done").write(folder);
    assertThat(AttachAnswer.read(folder))
        .isEqualTo(new AttachAnswer(AttachAnswer.Outcome.DONE, List.of("done")));
  }

  @Test
  void whatIsNeitherIsAnError() throws IOException {
    assertThatThrownBy(() -> AttachRequest.read(folder)).isInstanceOf(IOException.class);
    Files.writeString(folder.resolve("request"), "action=explode");
    assertThatThrownBy(() -> AttachRequest.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessage(folder.resolve("request") + " asks for 'explode', expected attach or detach");
    Files.writeString(folder.resolve("request"), "action=\\u12");
    assertThatThrownBy(() -> AttachRequest.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(" is not an attach request: ");
    for (String text : List.of("", "done\n", "perhaps\nso\n")) {
      Files.writeString(folder.resolve("answer"), text);
      assertThatThrownBy(() -> AttachAnswer.read(folder))
          .isInstanceOf(IOException.class)
          .hasMessage(folder.resolve("answer") + " is not an answer from the agent");
    }
  }
}
