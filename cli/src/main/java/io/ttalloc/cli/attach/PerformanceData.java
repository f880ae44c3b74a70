package io.ttalloc.cli.attach;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The strings in the performance data file that a HotSpot JVM keeps in the temporary directory and
 * that {@code jps} reads. They show, without a request to the JVM, its version and whether it
 * accepts requests. Immutable.
 *
 * <p>The file has a header of 32 bytes (magic, byte order, version, ..., position and number of
 * entries), followed by entries: length, position of the name, length of the vector, type, three
 * more bytes, position of the data. A string is a vector of type B that ends with a zero byte.
 */
record PerformanceData(Map<String, String> texts) {
  private static final int MAGIC = 0xcafec0c0;
  private static final int HEADER = 32;
  private static final int ENTRY = 20;
  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_ENTRIES = 10_000;
  private static final String CAPABILITIES = "sun.rt.jvmCapabilities";
  private static final String VERSION = "java.property.java.vm.specification.version";

  PerformanceData {
    texts = Map.copyOf(texts);
  }

  /**
   * Returns the data of a process; empty if the process has no performance data file, for example
   * because it runs with {@code -XX:-UsePerfData}.
   *
   * @param temporary the process's temporary directory
   * @param pid the process id in the process's own namespace
   */
  static PerformanceData of(Path temporary, long pid, UserPrincipal owner) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, "hsperfdata_*")) {
      for (Path folder : folders) {
        Path file = folder.resolve(Long.toString(pid));
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(owner)
            && Files.size(file) <= MAX_BYTES) {
          return in(Files.readAllBytes(file));
        }
      }
    } catch (IOException | RuntimeException e) {
      // The directory belongs to another user, or the file has another format.
    }
    return new PerformanceData(Map.of());
  }

  /**
   * Parses a file; stops at the first malformed entry.
   *
   * @throws RuntimeException if the file is not in the expected format
   */
  static PerformanceData in(byte[] file) {
    ByteBuffer data = ByteBuffer.wrap(file);
    if (file.length < HEADER || data.getInt(0) != MAGIC) {
      return new PerformanceData(Map.of());
    }
    data.order(data.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    Map<String, String> texts = new HashMap<>();
    int at = data.getInt(24);
    int count = Math.min(MAX_ENTRIES, data.getInt(28));
    for (int i = 0; i < count && at >= HEADER && at <= file.length - ENTRY; i++) {
      int length = data.getInt(at);
      if (length < ENTRY || length > file.length - at) {
        break;
      }
      if (data.get(at + 12) == 'B' && data.getInt(at + 8) > 0) {
        texts.put(
            text(data, at, data.getInt(at + 4), length),
            text(data, at, data.getInt(at + 16), length));
      }
      at += length;
    }
    return new PerformanceData(texts);
  }

  private static String text(ByteBuffer data, int entry, int offset, int length) {
    if (offset < 0 || offset >= length) {
      return "";
    }
    int end = entry + offset;
    while (end < entry + length && data.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - entry - offset];
    data.get(entry + offset, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Whether the JVM refuses requests ({@code -XX:+DisableAttachMechanism}); null if unknown. */
  @Nullable Boolean refusesRequests() {
    String capabilities = texts.getOrDefault(CAPABILITIES, "");
    return capabilities.isEmpty() ? null : (Boolean) capabilities.startsWith("0");
  }

  /** The feature release, such as 17, or 8 for version 1.8; 0 if unknown. */
  int release() {
    String version = texts.getOrDefault(VERSION, "");
    String feature = version.startsWith("1.") ? version.substring(2) : version;
    return feature.matches("[0-9]{1,4}") ? Integer.parseInt(feature) : 0;
  }
}
