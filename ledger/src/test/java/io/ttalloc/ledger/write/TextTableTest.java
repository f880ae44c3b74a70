package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.RecordLayout.RECORD_HEADER_BYTES;
import static io.ttalloc.ledger.RecordLayout.RECORD_LENGTH;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Patience;
import io.ttalloc.ledger.mapped.RecordArea;
import io.ttalloc.ledger.mapped.SegmentedFile;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextTableTest {
  @TempDir Path dir;
  private SegmentedFile file;
  private RecordArea records;

  @BeforeEach
  void openFile() throws IOException {
    file = new SegmentedFile(dir.resolve("a.ledger").toFile(), 40);
    records = new RecordArea(file);
  }

  @AfterEach
  void stopGrowing() {
    file.stopGrowing();
  }

  private int idOf(TextTable texts, String text) {
    return Patience.retry(file::whyNot, () -> texts.idOf(text));
  }

  private String textOf(int id) {
    MappedByteBuffer segment = records.segmentOf(id);
    int length = segment.getInt(RecordArea.headerOffset(id) + RECORD_LENGTH) - RECORD_HEADER_BYTES;
    byte[] bytes = new byte[length];
    segment.get(RecordArea.payloadOffset(id), bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void beyondTheBoundANewTextIsOneThatSaysSoAndKnownTextsStay() {
    TextTable texts = new TextTable(records, 1_000);
    List<String> known = new ArrayList<>();
    String next = "text 0";
    int tooMany = texts.idOf("(too many different texts)");
    assertThat(tooMany).isPositive();
    for (int id = idOf(texts, next); id != tooMany; id = idOf(texts, next)) {
      assertThat(textOf(id)).isEqualTo(next);
      known.add(next);
      // Short texts are cached in the heap; long ones are not.
      next = (known.size() % 2 == 0 ? "text " : "x".repeat(150)) + known.size();
    }
    assertThat(known.size()).isBetween(6, 40);
    assertThat(textOf(texts.idOf("another"))).isEqualTo("(too many different texts)");
    assertThat(texts.idOf("a third one")).isEqualTo(tooMany);
    for (String text : known) {
      assertThat(textOf(texts.idOf(text))).isEqualTo(text);
    }
  }

  @Test
  void textsOfOneHashCodeAreDistinguished() {
    TextTable texts = new TextTable(records, Long.MAX_VALUE);
    assertThat("AaAa".hashCode()).isEqualTo("BBBB".hashCode());
    for (int turn = 0; turn < 3; turn++) {
      for (String text : new String[] {"AaAa", "BBBB", "AaBB", "BBAa"}) {
        assertThat(textOf(idOf(texts, text))).isEqualTo(text);
      }
    }
  }

  @Test
  void threadsThatNameTheSameTextsGetTheSameIds() throws Exception {
    TextTable texts = new TextTable(records, Long.MAX_VALUE);
    Map<String, Integer> ids = new ConcurrentHashMap<>();
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 40_000; i++) {
                  String text = "text " + i % 2_000;
                  int id = idOf(texts, text);
                  Integer before = ids.putIfAbsent(text, id);
                  if (before != null && before != id) {
                    wrong.add(text + " is " + before + " and " + id);
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).isEmpty();
    assertThat(ids).hasSize(2_000).doesNotContainValue(0);
    ids.forEach((text, id) -> assertThat(textOf(id)).isEqualTo(text));
  }
}
