package io.ttalloc.heap.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapReportJsonTest {
  private static final String ONE =
      """
      {
       "format": "tt-alloc-heap/1",
       "takenMillis": 1700000000000,
       "clockBaseNanos": 77,
       "objects": 12,
       "resources": [
        {
         "slot": 3,
         "tally": 53,
         "state": "OPEN",
         "object": "ffffffff00000008",
         "type": "com.acme.Conn",
         "ownBytes": 24,
         "reach": "STRUCTURE",
         "root": {
          "kind": "STATIC_FIELD",
          "type": "com.acme.Registry",
          "name": "LISTENERS",
          "thread": "",
          "frame": ""
         },
         "links": [
          [
           "ELEMENT",
           "java.util.ArrayList",
           "3",
           1
          ]
         ],
         "telling": {
          "part": 1,
          "kind": "LISTENERS"
         },
         "heldBy": {
          "type": "com.acme.Cache",
          "object": "ffffffff00000010",
          "slot": -1,
          "entry": "\\"a\\""
         }
        },
        {
         "slot": 4,
         "tally": 54,
         "state": "CLOSING",
         "object": "10",
         "type": "com.acme.Conn",
         "ownBytes": 24,
         "reach": "FRAMES"
        }
       ]
      }""";

  private static HeapReport read(String json) throws IOException {
    return HeapReportJson.read(new StringReader(json));
  }

  @Test
  void isWrittenAsItIsRead() throws IOException {
    HeapReport report = read(ONE);

    assertThat(report.resources())
        .extracting(HeldResource::path)
        .containsExactly(
            new ReferencePath(
                new PathRoot(PathRoot.Kind.STATIC_FIELD, "com.acme.Registry", "LISTENERS", "", ""),
                List.of(new PathLink(PathLink.Kind.ELEMENT, "java.util.ArrayList", "3"))),
            null);
    assertThat(report.resources())
        .extracting(HeldResource::heldBy)
        .containsExactly(
            new HeldBy("com.acme.Cache", 0xffffffff00000010L, HeldBy.UNTRACKED, "\"a\""), null);
    StringWriter json = new StringWriter();
    HeapReportJson.write(report, json);
    assertThat(json).hasToString(ONE);
  }

  @Test
  void ignoresKeysThatItDoesNotKnow() throws IOException {
    assertThat(read(ONE.replace("\"objects\"", "\"later\": [1], \"objects\"")))
        .isEqualTo(read(ONE));
  }

  @Test
  void refusesWhatIsNoReport() {
    for (String wrong :
        List.of(
            "",
            "[]",
            "{}",
            ONE.replace("heap/1", "heap/2"),
            ONE.replace("\"slot\": 3,", ""),
            ONE.replace("\"slot\": 3", "\"slot\": \"x\""),
            ONE.replace("OPEN", "AJAR"),
            ONE.replace("\"thread\": \"\",", ""),
            ONE.substring(0, ONE.length() - 3))) {
      assertThatThrownBy(() -> read(wrong)).as(wrong).isInstanceOf(IOException.class);
    }
  }

  @Test
  void showsNoCharactersThatCouldHideOthers() {
    PathRoot root = new PathRoot(PathRoot.Kind.THREAD, "", "", "a\u001b[2K", "");

    assertThat(new ReferencePath(root, List.of()).text()).isEqualTo("thread \"a\\u001b[2K\"");
  }
}
