package io.ttalloc.natives.regions;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Builds a region for tests by writing at the documented offsets, without using the code under
 * test.
 */
final class RegionBytes {
  private final ByteBuffer bytes;
  private final int version;

  RegionBytes(int version) {
    this.version = version;
    this.bytes = ByteBuffer.allocate(version == 1 ? 9_280 : 8_576).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(0, version);
    for (int i = 0; version != 1 && i < 16; i++) {
      bytes.putInt(88 + 48 * i, -1);
    }
    if (version == 4) {
      bytes.putInt(8_536, 0x52454459);
    }
  }

  RegionBytes process(int place, int pid, String name, long updatedAt, long dram) {
    int at = version == 1 ? 992 + 128 * place : 856 + 120 * place;
    bytes.putInt(at, pid);
    bytes.putLong(at + 8, dram);
    bytes.putLong(at + (version == 1 ? 56 : 48), updatedAt);
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    bytes.put(at + (version == 1 ? 64 : 56), text, 0, Math.min(text.length, 64));
    return this;
  }

  byte[] bytes() {
    return bytes.array();
  }
}
