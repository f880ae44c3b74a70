package io.ttalloc.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeNamesTest {

  @ParameterizedTest
  @CsvSource({
    "file, 3 files",
    "circular-buffer, 3 circular buffers",
    "mesh_device, 3 mesh devices",
    "process, 3 processes",
    "status, 3 statuses",
    "canvas, 3 canvases",
    "box, 3 boxes",
    "batch, 3 batches",
    "buzz, 3 buzzes",
    "registry, 3 registries",
    "key, 3 keys",
    "pool, 3 pools"
  })
  void nounsHaveTheirPlural(String type, String three) {
    assertThat(TypeNames.counted(3, type)).isEqualTo(three);
  }

  @ParameterizedTest
  @CsvSource({
    "r, 3 x r",
    "R, 3 x R",
    "Conn, 3 x Conn",
    "any, 3 x any",
    "tls, 3 x tls",
    "settings, 3 x settings",
    "page-settings, 3 x page settings",
    "shelf, 3 x shelf",
    "axis, 3 x axis",
    "metadata, 3 x metadata",
    "series, 3 x series",
    "http2, 3 x http2",
    "fd-, '3 x fd '",
    "com.acme.Shop, 3 x com.acme.Shop"
  })
  void anyOtherNameIsCountedAsItIs(String type, String three) {
    assertThat(TypeNames.counted(3, type)).isEqualTo(three);
  }

  @ParameterizedTest
  @CsvSource({"r, 1 r", "file, 1 file", "settings, 1 settings"})
  void oneNeedsNoPlural(String type, String one) {
    assertThat(TypeNames.counted(1, type)).isEqualTo(one);
  }
}
