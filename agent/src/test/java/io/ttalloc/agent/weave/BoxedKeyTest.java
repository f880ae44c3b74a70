package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.log.Console;
import io.ttalloc.ledger.read.SlotEntry;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests keys that programs pass around as boxed numbers. */
class BoxedKeyTest {
  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Handles
        type: handle
        open: [{method: create, key: result}]
        close: [{method: destroy, key: $0}]
        bytes: $0
      """;

  @TempDir Path folder;

  private WovenApplication.Recorded run(String type, String cast) throws Exception {
    return WovenApplication.run(
        folder,
        """
        package com.acme;

        class Handles {
          static TYPE create(int number) {
            return number == 0 ? null : (TYPE) (CAST) number;
          }
          static void destroy(TYPE handle) {}
        }

        public class Main implements Runnable {
          @Override
          public void run() {
            Handles.create(5);
            Handles.destroy(Handles.create(6));
            Handles.create(0);
            Handles.destroy(null);
          }
        }
        """
            .replace("TYPE", type)
            .replace("CAST", cast),
        WovenApplication.rules(RULES));
  }

  @ParameterizedTest
  @CsvSource({"Long, long", "Integer, int", "Short, short", "Byte, byte", "Character, char"})
  void countAsTheNumber(String type, String cast) throws Exception {
    WovenApplication.Recorded recorded = run(type, cast);

    assertThat(recorded.ofType("handle")).extracting(SlotEntry::bytes).containsExactly(5L);
    assertThat(recorded.image().misuse()).isEmpty();
    assertThat(recorded.image().hookErrors()).isZero();
  }

  @Test
  void otherObjectsAreNoNumbers() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    Console.copyTo(lines);
    boolean unused = run("Double", "double").ofType("handle").isEmpty();
    Console.copyTo(null);

    assertThat(lines)
        .anyMatch(
            line ->
                line.contains(
                    "'result' of type java.lang.Double does not fit, expected an integer (long, int,"
                        + " short, byte, char, or a wrapper class such as Long)"));
  }
}
