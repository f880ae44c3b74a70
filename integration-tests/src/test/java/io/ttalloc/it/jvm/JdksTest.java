package io.ttalloc.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdksTest {

  @Test
  void theJdkOfTheBuildIsAmongThem() {
    assertThat(Jdks.all()).extracting(Jdk::major).contains(Runtime.version().feature());
    assertThat(Jdks.ofThisBuild().major()).isEqualTo(Runtime.version().feature());
  }

  @Test
  void takesTheFirstOfEachReleaseFrom17OnOldestFirst() {
    List<Jdk> found =
        Jdks.firstOfEachRelease(
            List.of(
                jdk("a", "25.0.3"), jdk("b", "17"), jdk("c", "17.0.15"), jdk("d", "1.8.0_402")));

    assertThat(found).containsExactly(jdk("b", "17"), jdk("a", "25.0.3"));
  }

  @Test
  void readsTheFeatureReleaseOfEveryVersion() {
    assertThat(jdk("a", "1.8.0_402").major()).isEqualTo(8);
    assertThat(jdk("a", "17").major()).isEqualTo(17);
    assertThat(jdk("a", "25.0.3").major()).isEqualTo(25);
    assertThat(jdk("a", "26-ea").major()).isEqualTo(26);
  }

  @Test
  void readsAListOfHomes() {
    Path home = Jdks.ofThisBuild().home();

    assertThat(Jdks.named(home + File.pathSeparator + home))
        .containsExactly(Jdks.ofThisBuild(), Jdks.ofThisBuild());
    assertThat(Jdks.named(null)).isEmpty();
  }

  @Test
  void aNamedFolderThatIsNoJdkIsAnError(@TempDir Path folder) {
    assertThatThrownBy(() -> Jdks.named(folder.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "TT_ALLOC_TEST_JDKS names '%s', expected the home of a JDK with bin/java and release"
                .formatted(folder));
  }

  @Test
  void oneJdkIsThatOfTheBuildAndTheOthersAreAllButThat() {
    List<Jdk> all = List.of(jdk("a", "17.0.15"), jdk("b", "21"), jdk("c", "25.0.3"));
    Jdk own = jdk("elsewhere", "21.0.1");

    assertThat(Jdks.one(all, own, false)).containsExactly(own);
    assertThat(Jdks.one(all, own, true)).containsExactly(jdk("a", "17.0.15"), jdk("c", "25.0.3"));
    assertThat(Jdks.one(List.of(own), own, true)).isEmpty();
  }

  @Test
  void everyJdkIsThatOfTheBuildOrAll() {
    List<Jdk> all = List.of(jdk("a", "17.0.15"), jdk("c", "25.0.3"));
    Jdk own = jdk("a", "17.0.15");

    assertThat(Jdks.every(all, own, "own")).containsExactly(own);
    assertThat(Jdks.every(all, own, "all")).isEqualTo(all);
    assertThatThrownBy(() -> Jdks.every(all, own, "none"))
        .hasMessage("test.everyJdk is 'none', expected own or all");
  }

  private static Jdk jdk(String home, String version) {
    return new Jdk(Path.of(home), version);
  }
}
