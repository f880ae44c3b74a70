package io.ttalloc.it.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests hidden classes that inherit from woven classes. The JVM does not pass their code to any
 * agent.
 */
@Variant
class HiddenClassesIT {
  private static final String RULES =
      """
        - class: "@Door"
          subtypes: true
          type: door
          open: [<init>]
          close: [close, lock]
        - class: "@Gate"
          type: gate
          open: [<init>]
          close: [shut]
        - class: "@Lease"
          subtypes: true
          type: lease
          open: [take]
          close: [close]
      """
          .replace("@", "io.ttalloc.it.weaving.HiddenClassesIT$");

  @TempDir private Path folder;

  @EveryJdk
  void whatOverridesACloseUnseenIsNotJudgedAndAllElseIs(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    tracked.on(jdk).main(LeavesHiddenOnes.class).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.findings())
        .extracting(HiddenClassesIT::brief)
        .containsExactlyInAnyOrder(
            "door UNSEEN_CLOSE HiddenClassesIT$Overrides",
            "door LEFT_OPEN HiddenClassesIT$Inherits",
            "door LEFT_OPEN HiddenClassesIT$WorksInside",
            "gate LEFT_OPEN HiddenClassesIT$OverridesAlone",
            "lease LEFT_OPEN HiddenClassesIT$Lease$$Lambda");
    assertThat(json.total("closed")).isEqualTo(2);
    JsonObject unseen = json.findings("door").stream().filter(this::isUnseen).findFirst().get();
    assertThat(JsonReport.texts(unseen, "why"))
        .contains(
            "rules.yaml:7:13: 'close' of io.ttalloc.it.weaving.HiddenClassesIT$Overrides is not"
                + " tracked (the class is hidden): it may have been closed unseen");
  }

  private boolean isUnseen(JsonObject finding) {
    return finding.get("verdict").getAsString().equals("UNSEEN_CLOSE");
  }

  private static String brief(JsonObject finding) {
    String name = finding.get("class").getAsString();
    return finding.get("type").getAsString()
        + " "
        + finding.get("verdict").getAsString()
        + " "
        + name.substring(name.lastIndexOf('.') + 1);
  }

  /** A class whose rule includes subclasses. */
  public static class Door {
    /** Closes the door. */
    public void close() {
      release();
    }

    /** Called inside both close methods. */
    protected void lock() {}

    void release() {}
  }

  static final class Overrides extends Door {
    @Override
    public void close() {}
  }

  static final class Inherits extends Door {
    void open() {}
  }

  /** Overrides a method that runs inside a tracked close. */
  static final class WorksInside extends Door {
    @Override
    protected void lock() {}
  }

  /**
   * A class whose rule excludes subclasses: an object stays open if its own class overrides the
   * close method.
   */
  public static class Gate {
    /** Closes the gate. */
    public void shut() {}
  }

  static final class OverridesAlone extends Gate {
    @Override
    public void shut() {}
  }

  /** An interface with a close method; instances are lambdas. */
  interface Lease {
    void use();

    default void close() {}

    static Lease take(List<String> used) {
      return () -> used.add("used");
    }
  }

  static final class LeavesHiddenOnes {
    static final List<Object> KEPT = new ArrayList<>();

    private LeavesHiddenOnes() {}

    public static void main(String[] args) throws Exception {
      ((Door) hidden(Overrides.class)).close();
      ((Door) hidden(Inherits.class)).close();
      Object inherits = hidden(Inherits.class);
      Object worksInside = hidden(WorksInside.class);
      ((Gate) hidden(OverridesAlone.class)).shut();
      Lease.take(new ArrayList<>()).close();
      Lease left = Lease.take(new ArrayList<>());
      left.use();
      KEPT.add(List.of(inherits, worksInside, left));
    }

    private static Object hidden(Class<?> like) throws IOException, ReflectiveOperationException {
      String file = like.getName().replace('.', '/') + ".class";
      try (InputStream in = like.getClassLoader().getResourceAsStream(file)) {
        Object made =
            MethodHandles.lookup()
                .defineHiddenClass(in.readAllBytes(), true)
                .lookupClass()
                .getDeclaredConstructor()
                .newInstance();
        KEPT.add(made);
        return made;
      }
    }
  }
}
