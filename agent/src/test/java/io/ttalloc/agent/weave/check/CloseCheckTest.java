package io.ttalloc.agent.weave.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.weave.WovenApplication;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.YamlFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The type that the ledger records for a class lists the closes of the class that cannot be seen.
 */
class CloseCheckTest {
  private static final String APPLICATION =
      """
      package com.acme;

      class Overloaded {
        public void close() { }
        private native void close(long handle);
        static void close(Iterable<Overloaded> all) { }
      }

      class WithNative {
        public void close() { }
        public native void release();
        protected native void free();
      }

      class HeirOfNative extends WithNative { }

      class Overrides extends WithNative {
        @Override public void release() { }
      }

      class NativeOverload { public void close() { } public native void close(long handle); }
      class Unruled { public void close() { } public native void close(long handle); }
      class HeirOfOverload extends Unruled { }
      class OwnNative { public void close() { } private native void free(); }
      class WithStatic { public void close() { } static void release(WithStatic one) { } }

      class Made { static Made natively() { return new MadeNatively(); } public void close() { } }
      class MadeNatively extends Made { @Override public native void close(); }

      abstract class Mixed { static Mixed plain() { return new Unmixed(); } public void close() { } }
      class Unmixed extends Mixed { }
      abstract class Doubtful { void close() { } }
      class HeirOfDoubtful extends Doubtful { }

      class Ended { public final void end() { } }
      class HeirOfEnded extends Ended { }

      class OnlyNative {
        private native void free();
      }

      interface Ending {
        void stop();
      }

      interface Feed extends Ending {
        void end();
        @Override default void stop() { end(); }
        static Feed lambda() { return () -> { }; }
        static Feed written() { return new Written(); }
      }

      class Written implements Feed {
        @Override public void end() { }
      }

      interface Ticket extends AutoCloseable {
        static Ticket taken() { return new Taken(); }
      }

      class Taken implements Ticket {
        @Override public void close() { }
      }

      class Final {
        public final void seal() { }
        public final void shut() { work(); }
        private void work() { close(); }
        void close() { }
      }

      class Sealed extends Final {
        @Override void close() { }
      }

      class Shut extends Final {
        @Override void close() { }
      }

      class Misspelt {
        void close() { }
      }

      class Wordy {
        void close() { }
        void aMethodWhoseNameIsLongerThanAnyOther() { }
        void anotherMethodWhoseNameIsLongerThanAnyOther() { }
        void oneMoreMethodWhoseNameIsLongerThanAnyOther() { }
      }

      class AllMisspelt {
        void close() { }
      }

      class Base {
        public void close() { }
      }

      class ClosesNatively extends Base {
        @Override public native void close();
      }

      class Releases extends Base {
        void release() { }
      }

      public class Main implements Runnable {
        @Override
        public void run() {
          new WithNative();
          new Overloaded();
          new HeirOfNative();
          new Overrides();
          new NativeOverload();
          new HeirOfOverload();
          new OwnNative();
          new WithStatic();
          Made.natively();
          Mixed.plain();
          new HeirOfDoubtful();
          new HeirOfEnded();
          new OnlyNative();
          Feed.lambda();
          Feed.written();
          new Sealed();
          new Shut();
          new Misspelt();
          new AllMisspelt();
          new Wordy();
          new Base();
          new ClosesNatively();
          new Releases();
          Ticket.taken();
        }
      }
      """;

  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
      - {class: com.acme.Overloaded, type: a, open: [<init>], close: [close]}
      - {class: com.acme.WithNative, subtypes: true, type: b, open: [<init>], close: [close, release, free]}
      - {class: com.acme.OnlyNative, type: d, open: [<init>], close: [free]}
      - {class: com.acme.Feed, subtypes: true, type: e, open: [lambda, written], close: [end, stop]}
      - {class: com.acme.Sealed, type: f, open: [<init>], close: [close, seal]}
      - {class: com.acme.Shut, type: g, open: [<init>], close: [close, shut]}
      - {class: com.acme.Misspelt, type: h, open: [<init>], close: [close, cloze]}
      - {class: com.acme.AllMisspelt, type: i, open: [<init>], close: [cloze]}
      - {class: com.acme.Base, subtypes: true, type: j, open: [<init>], close: [close, release]}
      - {class: com.acme.NativeOverload, type: k, open: [<init>], close: [close]}
      - {class: com.acme.HeirOfOverload, type: l, open: [<init>], close: [close]}
      - {class: com.acme.Made, subtypes: true, type: m, open: [natively], close: [close]}
      - {class: com.acme.Mixed, subtypes: true, type: n, open: [plain], close: [close, release]}
      - {class: com.acme.Doubtful, type: o, open: [<init>], close: [close, cloze]}
      - {class: com.acme.Ended, type: p, close: [end]}
      - {class: com.acme.HeirOfEnded, type: p, open: [<init>], close: [end]}
      - {class: com.acme.OwnNative, type: q, open: [<init>], close: [close, free]}
      - {class: com.acme.WithStatic, type: r, open: [<init>], close: [close, release]}
      - {class: com.acme.Wordy, type: s, open: [<init>], close: [close, cloze]}
      - {class: com.acme.Ticket, type: t, open: [taken], close: [close]}
      """;

  private static final Map<String, TypeEntry> TYPES = new HashMap<>();

  @TempDir private static Path folder;

  /** Compiling takes most of the time, so the application is compiled and run only once. */
  @BeforeAll
  static void run() throws Exception {
    RuleFile read = RuleFile.of(YamlFile.parse("some/folder/acme.yaml", RULES, RuleFile.KIND));
    assertThat(read.problems()).extracting(Problem::line).isEmpty();
    WovenApplication.run(folder, APPLICATION, ((RuleFile.Accepted) read).pack().rules())
        .slots()
        .forEach(slot -> TYPES.put(slot.tally().type().className(), slot.tally().type()));
  }

  private static TypeEntry type(String className) {
    assertThat(TYPES).containsKey("com.acme." + className);
    return TYPES.get("com.acme." + className);
  }

  private static void assertSeen(String className) {
    assertThat(type(className).closing().unseen()).isNull();
    assertThat(type(className).closing().mayBeUnseen()).isFalse();
  }

  private static void assertUnseen(String className, String what) {
    assertThat(type(className).closing().unseen()).isEqualTo("acme.yaml:" + what);
    assertThat(type(className).closing().mayBeUnseen()).isTrue();
  }

  @Test
  void areNoneOfAMethodThatHasAnOverloadForItsOwnUse() {
    assertSeen("Overloaded");
  }

  @Test
  void areThoseByANativeMethodUntilItIsOverridden() {
    String released = "4:88: 'release' of com.acme.WithNative is not tracked (it is native)";
    assertUnseen("WithNative", released);
    assertUnseen("HeirOfNative", released);
    assertSeen("Overrides");
  }

  @Test
  void areThoseByANativeOverloadThatEverybodyMayCall() {
    assertUnseen(
        "NativeOverload",
        "12:69: 'close' of com.acme.NativeOverload is not tracked (it is native)");
    // The other overload is woven in the class from which it is inherited.
    assertUnseen(
        "HeirOfOverload", "13:69: 'close' of com.acme.Unruled is not tracked (it is native)");
  }

  @Test
  void areNoneOfANativeMethodThatOnlyTheClassItselfMayCall() {
    assertSeen("OwnNative");
  }

  @Test
  void areThoseByANativeMethodThatIsTheOnlyOneWhoeverMayCallIt() {
    assertUnseen("OnlyNative", "5:65: 'free' of com.acme.OnlyNative is not tracked (it is native)");
  }

  @Test
  void areThoseOfAHeirWhoseOverrideIsNative() {
    assertUnseen(
        "ClosesNatively",
        "11:75: 'close' of com.acme.ClosesNatively is not tracked (it is native)");
    assertSeen("Releases");
    assertUnseen(
        "MadeNatively", "14:77: 'close' of com.acme.MadeNatively is not tracked (it is native)");
  }

  /** A method that is final in the class from which it is inherited may still be woven there. */
  @Test
  void areNoneOfAMethodThatAnotherRuleNames() {
    assertSeen("HeirOfEnded");
  }

  @Test
  void areThoseOfALambdaThoughADefaultMethodClosesToo() {
    assertUnseen(
        "Feed$$Lambda",
        "6:84: 'end' of com.acme.Feed is not tracked (it is abstract, and its implementation is"
            + " not woven)");
    assertSeen("Written");
  }

  @Test
  void areThoseOfWhatImplementsAnAbstractMethodUnlessTheRuleIsAboutSubtypes() {
    assertUnseen(
        "Taken",
        "22:60: 'close' of java.lang.AutoCloseable is not tracked (it is abstract: add"
            + " 'subtypes: true' to its rule to track its implementations)");
  }

  @Test
  void areThoseByAFinalMethodOfAnotherClassUnlessThatCallsAnother() {
    assertUnseen("Sealed", "7:68: 'seal' of com.acme.Final is not tracked (it is final there)");
    assertSeen("Shut");
  }

  @Test
  void mayBeAnyIfTheRuleNamesAMethodThatIsNotThere() {
    assertThat(type("Misspelt").closing().mayBeUnseen()).isFalse();
    assertThat(type("Misspelt").closing().unseen())
        .isEqualTo(
            "acme.yaml:9:70: com.acme.Misspelt has no method 'cloze', expected one of <init>,"
                + " close (did you mean 'close'?)");
    assertThat(type("Base").closing().unseen()).contains("com.acme.Base has no method 'release'");
    assertThat(type("Wordy").closing().unseen())
        .endsWith("com.acme.Wordy has no method 'cloze', expected one of its methods");
    assertThat(type("WithStatic").closing().mayBeUnseen()).isFalse();
    assertThat(type("WithStatic").closing().unseen())
        .endsWith("'release' of com.acme.WithStatic is not tracked (it is static)");
    assertThat(type("HeirOfDoubtful").closing().unseen())
        .contains("com.acme.Doubtful has no method 'cloze'");
  }

  @Test
  void areNoneIfTheRuleOfAnAbstractClassNamesWhatSomeSubclassesHave() {
    assertSeen("Unmixed");
  }

  @Test
  void areAllIfTheRuleNamesNoneThatIsThere() {
    assertUnseen(
        "AllMisspelt",
        "10:66: com.acme.AllMisspelt has no method 'cloze', expected one of <init>, close (did you"
            + " mean 'close'?)");
  }
}
