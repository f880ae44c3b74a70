package io.ttalloc.it.packs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.testing.Variant;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.GraphicsEnvironment;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.io.TempDir;

/** Tests that font files that the JDK keeps open are not leaks of the program that draws text. */
@Variant
class FontsIT {
  @TempDir private Path folder;

  @EveryJdk
  void whoDrawsTextIsNotAccused(Jdk jdk) throws Exception {
    JvmResult result =
        TrackedRun.in(folder)
            .option("packs=auto")
            .option("fail-on=leak")
            .on(jdk)
            .jvmFlags("-Djava.awt.headless=true")
            .main(Draws.class)
            .run();
    assumeTrue(!result.out().contains("no fonts"), "this system has no fonts");
    result.expectSuccess();

    assertThat(result.out()).isEqualTo("drawn\n");
    assertThat(result.err())
        .contains("of the system's own resources still open")
        .doesNotContain("LEAK");
  }

  /** Draws text in every installed font. */
  static final class Draws {
    private Draws() {}

    public static void main(String[] args) {
      try {
        String[] names =
            GraphicsEnvironment.getLocalGraphicsEnvironment().getAvailableFontFamilyNames();
        Graphics2D picture =
            new BufferedImage(100, 20, BufferedImage.TYPE_INT_RGB).createGraphics();
        Arrays.stream(names)
            .map(name -> new Font(name, Font.PLAIN, 12))
            .forEach(
                font -> {
                  picture.setFont(font);
                  picture.drawString("text", 2, 12);
                });
        picture.dispose();
      } catch (Error | RuntimeException e) {
        // Without the font libraries, the JDK cannot draw at all.
        System.out.println("no fonts: " + e);
        return;
      }
      System.out.println("drawn");
    }
  }
}
