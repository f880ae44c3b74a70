package io.ttalloc.agent.weave.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.cache.DamagedException;
import io.ttalloc.rules.ClassPattern;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartImageTest {
  private static StartImage.Builder builder(long rules) {
    StartImage.Rules about =
        new StartImage.Rules(
            rules,
            true,
            true,
            new byte[] {1, 2},
            List.of("file"),
            List.of(new ClassPattern("app.db", ClassPattern.Kind.PACKAGE_AND_BELOW)));
    return new StartImage.Builder(about, List.of("java/io/FileInputStream", "app/Door"));
  }

  private static StartImage image() {
    StartImage.Builder builder = builder(7);
    builder.addWoven(Map.of("java/io/FileInputStream", " jdk-files.yaml:3"));
    builder.addUnconcerned("java/lang/Object", true);
    builder.addUnconcerned("java/io/InputStream", false);
    return builder.build();
  }

  @Test
  void knowsAfterReadingWhatItKnewWhenWritten() {
    StartImage read = StartImage.of(image().toByteArray());

    assertThat(read.rules()).isEqualTo(7);
    assertThat(read.prefixesNatives()).isTrue();
    assertThat(read.tracksAtOnce()).isTrue();
    assertThat(read.codeFacts()).containsExactly(1, 2);
    assertThat(read.closedByOthers()).containsExactly("file");
    assertThat(read.wovenBy("java/io/FileInputStream")).isEqualTo(" jdk-files.yaml:3");
    assertThat(read.wovenBy("java/lang/Object")).isNull();
    assertThat(read.isUnconcerned("java/lang/Object")).isTrue();
    assertThat(read.leavesHeirsAlone("java/lang/Object")).isTrue();
    assertThat(read.isUnconcerned("java/io/InputStream")).isTrue();
    assertThat(read.leavesHeirsAlone("java/io/InputStream")).isFalse();
    assertThat(read.isUnconcerned("java/io/FileInputStream")).isFalse();
    assertThat(read.mayName("app/Door")).isTrue();
    assertThat(read.mayName("app/db/Pool")).isTrue();
    assertThat(read.mayName("app/Window")).isFalse();
  }

  /**
   * The combined image says that no rule applies to the subtypes of a class only if both the
   * earlier and the later process knew this.
   */
  @Test
  void addsWhatWasKnownOfTheSameRulesAndNothingOfOthers() {
    StartImage.Builder same = builder(7);
    same.addAll(image());
    same.addUnconcerned("java/lang/Object", false);
    same.addUnconcerned("java/lang/String", true);
    StartImage all = same.build();
    StartImage.Builder other = builder(8);
    other.addAll(image());

    assertThat(all.isUnconcerned("java/io/InputStream")).isTrue();
    assertThat(all.isUnconcerned("java/lang/String")).isTrue();
    assertThat(all.leavesHeirsAlone("java/lang/Object")).isFalse();
    assertThat(all.wovenBy("java/io/FileInputStream")).isNotNull();
    assertThat(other.build().isUnconcerned("java/io/InputStream")).isFalse();
    assertThat(other.build().wovenBy("java/io/FileInputStream")).isNull();
  }

  @Test
  void refusesWhatIsCutOff() {
    byte[] whole = image().toByteArray();

    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> StartImage.of(part)).isInstanceOf(DamagedException.class);
    }
  }
}
