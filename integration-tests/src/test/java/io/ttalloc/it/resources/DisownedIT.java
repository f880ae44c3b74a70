package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests resources that were handed to a new owner. They are not closed, and reports do not call
 * them closed.
 */
@Variant
class DisownedIT {
  private static final String RULES =
      """
        - {class: "@Leaf", type: leaf, open: [<init>], close: [close], disown: [handOver]}
        - {class: "@Tree", type: tree, open: [<init>], close: [close], scope: [grow], disown: [handOver]}
      """
          .replace("@", "io.ttalloc.it.resources.DisownedIT$");

  @TempDir private Path folder;

  @OneJdk
  void itIsCountedAndNamedAsDisowned(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(HandsOver.class).run().expectSuccess();

    assertThat(result.err())
        .contains("; 4 opened, 1 closed, 2 disowned;")
        .contains("closes   1 of 4 opened here was closed, at DisownedIT.HandsOver.closeOne(")
        .doesNotContain(
            "of 4 opened here was closed, at DisownedIT.HandsOver.handOverTwo(",
            "of 4 opened here were closed, at DisownedIT.HandsOver.handOverTwo(");
    JsonReport json = tracked.json();
    JsonObject left = finding(json, "LEFT_OPEN");
    assertThat(left.get("closed").getAsInt()).isEqualTo(3);
    assertThat(left.get("disowned").getAsInt()).isEqualTo(2);
    JsonObject orphan = finding(json, "ORPHANED");
    assertThat(JsonReport.texts(orphan, "why"))
        .singleElement()
        .asString()
        .startsWith("its owner DisownedIT.Tree#1 was disowned at ")
        .endsWith(" and did not free what it owned");
    assertThat(orphan.get("fix").getAsString())
        .isEqualTo(
            "close the leaf before the DisownedIT.Tree that owns it is disowned; if whatever takes"
                + " over the DisownedIT.Tree also frees the leaf, set frees-owned: true in the rule for"
                + " DisownedIT.Tree");
  }

  private static JsonObject finding(JsonReport json, String verdict) {
    return json.findings().stream()
        .filter(finding -> finding.get("verdict").getAsString().equals(verdict))
        .findFirst()
        .orElseThrow();
  }

  static final class Leaf implements AutoCloseable {
    void handOver() {}

    @Override
    public void close() {}
  }

  static final class Tree implements AutoCloseable {
    Leaf grow() {
      return new Leaf();
    }

    void handOver() {}

    @Override
    public void close() {}
  }

  static final class HandsOver {
    static final List<Object> KEPT = new ArrayList<>();

    private HandsOver() {}

    public static void main(String[] args) {
      List<Leaf> leaves = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        leaves.add(new Leaf());
      }
      handOverTwo(leaves);
      closeOne(leaves);
      KEPT.add(leaves);
      Tree tree = new Tree();
      KEPT.add(tree.grow());
      tree.handOver();
      KEPT.add(tree);
    }

    private static void handOverTwo(List<Leaf> leaves) {
      leaves.get(0).handOver();
      leaves.get(1).handOver();
    }

    private static void closeOne(List<Leaf> leaves) {
      leaves.get(2).close();
    }
  }
}
