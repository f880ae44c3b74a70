package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.weave.check.ClassMembers;
import io.ttalloc.agent.weave.transform.NativeMethods;
import io.ttalloc.agent.weave.transform.NativePrefix;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.text.yaml.Position;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** Resources that the program identifies by the numbers that {@code key} names. */
class KeyTest {
  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Blocks
        type: block
        open:
          - {method: create, key: result}
          - {method: wrap, key: $0.address}
        close: [{method: destroy, key: $0}]
        use: [{method: fill, key: $0}]
        disown: [{method: give, key: $0}]
        bytes: $1
        label: =block
      - class: com.acme.Blocks
        type: block
        open: [{method: resize, key: result}]
        close: [{method: resize, key: $0}]
        bytes: $1
      - class: com.acme.Context
        type: queue
        open: [{method: open, key: result.boxed}]
        close: [{method: close, key: $0}, {method: closeMine, key: mine}]
        bytes: count
        unknown-close: ignore
      """;

  private static final String APPLICATION =
      """
      package com.acme;

      class Wrapper {
        final long address;
        final Integer boxed;
        Wrapper(long address) {
          this.address = address;
          this.boxed = address == 0 ? null : (int) address;
        }
      }

      class Blocks {
        static long next;
        static long create(Object unused, int bytes) { return next; }
        static void wrap(Wrapper wrapper, int bytes) {}
        static long resize(long block, int bytes) { return next; }
        static void destroy(long block) {}
        static void fill(long block) {}
        static void give(long block) {}
      }

      class Context {
        int mine = 7;
        int count = 5_005;
        Wrapper open(int number) { return new Wrapper(number); }
        void close(int number) {}
        void closeMine() {}
      }

      public class Main implements Runnable {
        private static long make(long value, int bytes) {
          Blocks.next = value;
          return Blocks.create(null, bytes);
        }

        @Override
        public void run() {
          make(0, 1_001);
          Blocks.destroy(0);
          long left = make(7, 1_002);
          long gone = make(8, 1_003);
          Blocks.fill(gone);
          Blocks.destroy(gone);
          Blocks.fill(gone);
          make(8, 1_004);
          Blocks.destroy(8);
          Blocks.destroy(8);
          Blocks.destroy(999);
          Blocks.give(make(9, 1_005));
          Blocks.wrap(new Wrapper(10), 1_006);
          Blocks.wrap(null, 1_007);
          make(11, 1_008);
          Blocks.next = 12;
          Blocks.resize(11, 1_009);
          make(13, 1_010);
          Blocks.next = 13;
          Blocks.resize(13, 1_011);
          Context context = new Context();
          context.open(7);
          context.open(8);
          context.open(0);
          context.close(8);
          context.close(4_711);
        }
      }
      """;

  @TempDir Path folder;
  private WovenApplication.Recorded recorded;

  private static List<Rule> rules() {
    return WovenApplication.rules(RULES);
  }

  @BeforeEach
  void run() throws Exception {
    recorded = WovenApplication.run(folder, APPLICATION, rules());
  }

  @Test
  void whatWasMadeAndNotDestroyedIsOpen() {
    assertThat(recorded.ofType("block"))
        .extracting(SlotEntry::bytes)
        .containsExactlyInAnyOrder(1_002L, 1_006L, 1_009L, 1_011L);
    assertThat(recorded.image().hookErrors()).isZero();
  }

  @Test
  void aTypeHasNumbersOfItsOwn() {
    assertThat(recorded.ofType("queue")).extracting(SlotEntry::bytes).containsExactly(5_005L);
  }

  @Test
  void reportsNameTheClassOfTheRule() {
    for (SlotEntry block : recorded.ofType("block")) {
      TypeEntry type = block.tally().type();
      assertThat(type.className()).isEqualTo("com.acme.Blocks");
      assertThat(type.keyed()).isTrue();
      assertThat(type.closing().mayBeUnseen()).isFalse();
    }
  }

  @Test
  void adviceIsToDestroyAndNotToResize() {
    assertThat(recorded.ofType("block"))
        .extracting(block -> block.bytes() + " " + block.tally().type().closing().release())
        .containsExactlyInAnyOrder(
            "1002 destroy()", "1006 destroy()", "1009 destroy()", "1011 destroy()");
  }

  @Test
  void misuseIsThatOfNumbers() {
    assertThat(recorded.image().misuse())
        .extracting(misuse -> misuse.kind() + " " + misuse.count())
        .containsExactlyInAnyOrder(
            MisuseKind.USE_AFTER_CLOSE + " 1",
            MisuseKind.DOUBLE_CLOSE + " 1",
            MisuseKind.CLOSE_OF_UNKNOWN + " 1");
  }

  @Test
  void nativeMethodsThatRulesNameByAKeyGetCode() throws Exception {
    Path sources = folder.resolve("natives");
    Files.createDirectory(sources);
    WovenApplication.compile(
        sources,
        "Blocks",
        """
        package com.acme;
        public class Blocks {
          public static native long create(Object unused, int bytes);
          public synchronized native void destroy(long block);
          public static native void other(long block);
        }
        """);
    byte[] file = Files.readAllBytes(sources.resolve("com/acme/Blocks.class"));
    byte[] with = NativeMethods.withCode(null, file, rules());

    MethodPattern other = new MethodPattern("others", null, Position.wholeFile("rules.yaml"));
    assertThat(ClassMembers.of(new ClassReader(with)).others(other))
        .isEqualTo("one of <init>, create, destroy, other (did you mean 'other'?)");
    Class<?> loaded =
        new ClassLoader(null) {
          Class<?> define() {
            return defineClass("com.acme.Blocks", with, 0, with.length);
          }
        }.define();
    for (String name : List.of("create", "destroy", "other")) {
      for (Method method : loaded.getDeclaredMethods()) {
        boolean hasCode = (method.getModifiers() & Opcodes.ACC_NATIVE) == 0;
        if (method.getName().equals(name)) {
          assertThat(hasCode).as(name).isEqualTo(!name.equals("other"));
        } else if (method.getName().equals(NativePrefix.PREFIX + name)) {
          assertThat(hasCode).as(method.getName()).isFalse();
        }
      }
    }
  }
}
