package io.ttalloc.boot.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.boot.PackedLibraries;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackedLibrariesTest {
  private static final String FOLDER = "io/ttalloc/agent/shaded/";

  @TempDir Path folder;

  private final List<ZipFile> opened = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (ZipFile each : opened) {
      each.close();
    }
  }

  @Test
  void eachFileIsFoundByItsName() throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    for (int i = 0; i < 1000; i++) {
      files.put(FOLDER + "C" + i + ".class", new byte[] {(byte) i, (byte) (i >> 8)});
    }
    // These two names have the same hash.
    files.put(FOLDER + "Aa", new byte[] {1});
    files.put(FOLDER + "BB", new byte[] {2});

    PackedLibraries packed = PackedLibraries.of(jar(FastJarBuilder.pack(files)));

    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      assertThat(packed.read(file.getKey())).as(file.getKey()).isEqualTo(file.getValue());
    }
    assertThat(packed.read(FOLDER + "C1000.class")).isNull();
    assertThat(packed.read(FOLDER + "AaX")).isNull();
  }

  /**
   * Signing a jar compresses the entry that contains the files; if the entry were inflated again
   * for each file, startup would take half a minute.
   */
  @Test
  void aCompressedEntryIsInflatedOnceForAllFiles() throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      files.put(FOLDER + "C" + i + ".class", new byte[] {(byte) i});
    }
    AtomicInteger inflations = new AtomicInteger();
    ZipFile jar =
        new ZipFile(file(FastJarBuilder.pack(files)).toFile()) {
          @Override
          public InputStream getInputStream(ZipEntry entry) throws IOException {
            inflations.incrementAndGet();
            return super.getInputStream(entry);
          }
        };
    opened.add(jar);
    PackedLibraries packed = PackedLibraries.of(jar);

    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      assertThat(packed.read(file.getKey())).as(file.getKey()).isEqualTo(file.getValue());
    }

    assertThat(inflations).hasValue(2); // the table, and then everything
  }

  @Test
  void thereMayBeNone() throws IOException {
    assertThat(PackedLibraries.of(jar(FastJarBuilder.pack(Map.of()))).read(FOLDER + "C")).isNull();
  }

  @Test
  void whatTheReaderOfHeapDumpsNeedsIsNotPacked() {
    assertThat(PackedLibraries.has(FOLDER + "asm/ClassReader.class")).isTrue();
    assertThat(PackedLibraries.has(FOLDER + "gson/Gson.class")).isFalse();
    assertThat(PackedLibraries.has("io/ttalloc/agent/AgentEntry.class")).isFalse();
  }

  @Test
  void aDamagedEntryIsNoticed() throws IOException {
    byte[] packed = FastJarBuilder.pack(Map.of(FOLDER + "C", new byte[] {1}));
    assertThatThrownBy(() -> PackedLibraries.of(jar(new byte[3]))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> PackedLibraries.of(jar(java.util.Arrays.copyOf(packed, 20))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged");
    byte[] cut = java.util.Arrays.copyOf(packed, packed.length - 1);
    assertThat(PackedLibraries.of(jar(cut)).read(FOLDER + "C")).isNull();
  }

  private ZipFile jar(byte[] content) throws IOException {
    ZipFile made = new ZipFile(file(content).toFile());
    opened.add(made);
    return made;
  }

  private Path file(byte[] content) throws IOException {
    Path jar = Files.createTempFile(folder, "agent", ".jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry(PackedLibraries.ENTRY));
      out.write(content);
    }
    return jar;
  }
}
