package io.ttalloc.it.loading;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.ClassLoadLog;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Tests which classes the agent loads. The agent must not load any class of the application. */
@Variant
class LoadingOrderIT {
  private static final String OWN = LoadingOrderIT.class.getName() + "$";

  /** The bootstrap class for {@code equals} and {@code hashCode} of records. */
  private static final String OF_RECORDS = "java.lang.runtime.ObjectMethods";

  private static final String MATCH_NOTHING =
      """
        - class: com.acme.Absent
          type: absent
          open: [<init>]
          close: [close]
        - class: com.acme.AbsentKind
          subtypes: true
          type: absent
          open: [<init>]
          close: [close]
      """;

  private static final String MATCH =
      """
        - class: io.ttalloc.it.loading.LoadingOrderIT$Kind
          subtypes: true
          type: thing
          open: [<init>]
          close: [close]
          bytes: size()
        - class: io.ttalloc.it.loading.LoadingOrderIT$Thing
          hold:
            - {method: put, resource: $0.content()}
      """;

  @TempDir private Path folder;

  @OneJdk
  void nothingIsLoadedOfByteBuddyWhileNoClassMatches(Jdk jdk) throws Exception {
    ClassLoadLog log = new ClassLoadLog(folder.resolve("nothing.log"));
    TrackedRun tracked = TrackedRun.in(folder).rules(MATCH_NOTHING);

    String err = program(tracked.on(jdk), log).run().expectSuccess().err();

    assertThat(err).startsWith("tt-alloc: nothing was tracked: no loaded class");
    assertThat(log.names())
        .contains("io.ttalloc.agent.weave.Weaving", "io.ttalloc.agent.weave.match.SuperTypes")
        .noneMatch(name -> name.startsWith("io.ttalloc.agent.shaded.bytebuddy."))
        .doesNotContain(OF_RECORDS);
  }

  @OneJdk
  void classesOfTheApplicationAreLoadedInTheOrderInWhichTheyAreWithoutTheAgent(Jdk jdk)
      throws Exception {
    ClassLoadLog bare = new ClassLoadLog(folder.resolve("bare.log"));
    ClassLoadLog watched = new ClassLoadLog(folder.resolve("watched.log"));
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(MATCH)
            .option("packs=auto")
            .option("track=io.ttalloc.it.loading.*");

    program(TestJvm.on(jdk).withoutAgent(), bare).run().expectSuccess();
    program(tracked.on(jdk), watched).run().expectSuccess();

    assertThat(tracked.json().findings("thing")).isNotEmpty();
    assertThat(own(bare))
        .hasSize(8)
        .doesNotContain(OWN + "Content", OWN + "Box")
        .isEqualTo(own(watched));
    List<String> beforeExit = watched.names();
    beforeExit = beforeExit.subList(0, beforeExit.indexOf(OWN + "End"));
    assertThat(beforeExit)
        .contains("io.ttalloc.agent.weave.transform.Weaver")
        .doesNotContain(OF_RECORDS);
  }

  private static TestJvm program(TestJvm jvm, ClassLoadLog log) {
    return jvm.jvmFlags(log.flag()).main(Program.class);
  }

  private static List<String> own(ClassLoadLog log) throws Exception {
    return log.names().stream().filter(name -> name.startsWith(OWN)).toList();
  }

  /** The interface that a rule names. */
  interface Kind extends AutoCloseable {
    @Override
    void close();
  }

  /** A supertype that no rule names. */
  interface Sized {
    default int size() {
      return 8;
    }
  }

  /** A superclass that no rule names. */
  static class Base implements Sized {
    int closed;

    void clear() {
      closed++;
    }
  }

  /** Never loaded by the program. */
  static final class Content implements AutoCloseable {
    @Override
    public void close() {}
  }

  /** Never loaded by the program. */
  static final class Box {
    Content content() {
      return new Content();
    }
  }

  /** The class that is opened. */
  static final class Thing extends Base implements Kind {
    int put(Box box) {
      return box.hashCode();
    }

    @Override
    public void close() {
      clear();
    }
  }

  /** A class that is tracked without a rule, and loaded after the first class matching a rule. */
  static final class Later implements AutoCloseable {
    final int number;

    Later(int number) {
      this.number = number;
    }

    @Override
    public void close() {
      End.mark(number);
    }
  }

  /** Loaded last. */
  static final class End {
    private End() {}

    static void mark(int number) {
      System.out.println(number);
    }
  }

  /** Opens two things and closes one. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) {
      new Thing().close();
      Opener opener = new Opener();
      try (Later later = new Later(opener.leave().closed)) {
        opener.count(later.number);
      }
    }
  }

  /** Opens a thing and leaves it open. */
  static final class Opener {
    int count;

    Thing leave() {
      return new Thing();
    }

    void count(int number) {
      count += number;
    }
  }
}
