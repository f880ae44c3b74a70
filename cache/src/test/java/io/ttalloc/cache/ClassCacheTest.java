package io.ttalloc.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassCacheTest {
  private static final String KEY = "agent 1\njdk 17";

  @TempDir Path folder;

  @Test
  void whatOneProcessAddsTheNextOneFinds() throws IOException {
    ClassCache first = ClassCache.open(folder, KEY);
    add(first, "com/acme/Pool", "pool");
    add(first, "com/acme/Door", "door");
    assertThat(result(first, "com/acme/Pool")).isEqualTo("pool");
    assertThat(first.isChanged()).isTrue();
    first.save();
    assertThat(first.isChanged()).isFalse();
    assertThat(result(first, "com/acme/Door")).as("after saving").isEqualTo("door");

    ClassCache next = ClassCache.open(folder, KEY);
    assertThat(result(next, "com/acme/Pool")).isEqualTo("pool");
    assertThat(result(next, "com/acme/Door")).isEqualTo("door");
    assertThat(next.isChanged()).isFalse();
    assertThat(isKnown(next, "com/acme/Other")).isFalse();
    assertThat(next.find("com/acme/Pool", 2, "rules")).as("another class file").isEmpty();
    assertThat(next.find("com/acme/Pool", 1, "others")).as("other rules").isEmpty();
    CachedClass found = next.find("com/acme/Pool", 1, "rules").get(0);
    assertThat(next.findLoaded("com/acme/Pool", 11, "rules")).containsExactly(found);
    assertThat(next.findLoaded("com/acme/Pool", 12, "rules")).isEmpty();
    assertThat(found.read()).containsExactly("com/acme/Base");
    assertThat(found.hashes()).containsExactly(-7);
  }

  @Test
  void ofOneClassTheLatestFewAreKept() throws IOException {
    ClassCache first = ClassCache.open(folder, KEY);
    int count = ClassCache.MAX_OF_CLASS + 2;
    for (int i = 0; i < count; i++) {
      first.add(
          CachedClass.of("jdk/proxy1/$Proxy0", i, 0, "rules", List.of(), new long[0]),
          new byte[] {(byte) i});
    }
    first.save();

    ClassCache next = ClassCache.open(folder, KEY);
    for (int i = 0; i < count; i++) {
      assertThat(next.find("jdk/proxy1/$Proxy0", i, "rules")).hasSize(i < 2 ? 0 : 1);
    }
  }

  @Test
  void nobodyElseCanReadTheFile() throws IOException {
    Path file = saved("com/acme/Pool", "pool");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void anotherKeyHasAnotherFile() throws IOException {
    Path file = saved("com/acme/Pool", "pool");
    assertThat(isKnown(ClassCache.open(folder, KEY + "!"), "com/acme/Pool")).isFalse();

    Files.move(file, folder.resolve(CacheFiles.nameFor(KEY + "!")));
    assertThat(isKnown(ClassCache.open(folder, KEY + "!"), "com/acme/Pool"))
        .as("the key is in the file, too")
        .isFalse();
  }

  @Test
  void additionsOfALaterProcessAreKept() throws IOException {
    saved("com/acme/Pool", "pool");
    ClassCache later = ClassCache.open(folder, KEY);
    add(later, "com/acme/Door", "door");
    later.save();

    ClassCache next = ClassCache.open(folder, KEY);
    assertThat(result(next, "com/acme/Pool")).isEqualTo("pool");
    assertThat(result(next, "com/acme/Door")).isEqualTo("door");
  }

  @Test
  void aProcessKeepsWhatItHasOpenedWhileAnotherReplacesTheFile() throws IOException {
    saved("com/acme/Pool", "pool");
    ClassCache reading = ClassCache.open(folder, KEY);
    ClassCache other = ClassCache.open(folder, KEY);
    add(other, "com/acme/Door", "door ".repeat(1000));
    other.save();

    assertThat(result(reading, "com/acme/Pool")).isEqualTo("pool");
    add(reading, "com/acme/Gate", "gate");
    reading.save();
    ClassCache last = ClassCache.open(folder, KEY);
    assertThat(result(last, "com/acme/Gate")).isEqualTo("gate");
    assertThat(isKnown(last, "com/acme/Door")).as("the last one wins").isFalse();
  }

  @Test
  void ofADamagedFileNothingWrongIsEverFound() throws IOException {
    Path file = saved("com/acme/Pool", "the woven class");
    byte[] good = Files.readAllBytes(file);
    int missing = 0;
    for (int at = 0; at < good.length; at++) {
      byte[] bad = good.clone();
      bad[at] ^= 0x5A;
      Files.write(file, bad);
      missing += findsItOrNothing() ? 0 : 1;
    }
    assertThat(missing).as("each byte counts").isEqualTo(good.length);
    for (int length = 0; length < good.length; length++) {
      Files.write(file, java.util.Arrays.copyOf(good, length));
      assertThat(findsItOrNothing()).as("cut at %d", length).isFalse();
    }
    Files.write(file, good);
    assertThat(findsItOrNothing()).isTrue();
  }

  private boolean findsItOrNothing() {
    ClassCache cache = ClassCache.open(folder, KEY);
    List<CachedClass> found = cache.find("com/acme/Pool", 1, "rules");
    byte[] result = found.isEmpty() ? null : cache.read(found.get(0));
    assertThat(
            result == null || new String(result, StandardCharsets.UTF_8).equals("the woven class"))
        .isTrue();
    return result != null;
  }

  @Test
  void whatIsDamagedIsReplaced() throws IOException {
    Path file = saved("com/acme/Pool", "the woven class");
    byte[] bad = Files.readAllBytes(file);
    bad[bad.length - 1] ^= 1;
    Files.write(file, bad);
    ClassCache cache = ClassCache.open(folder, KEY);
    assertThat(result(cache, "com/acme/Pool")).isNull();
    add(cache, "com/acme/Pool", "the woven class");
    cache.save();
    assertThat(findsItOrNothing()).isTrue();
  }

  @Test
  void aFileThatOthersMayWriteIsNotUsed() throws IOException {
    Path file = saved("com/acme/Pool", "pool");
    for (String permissions : List.of("rw--w----", "rw-----w-")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
      assertThat(isKnown(ClassCache.open(folder, KEY), "com/acme/Pool")).as(permissions).isFalse();
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(isKnown(ClassCache.open(folder, KEY), "com/acme/Pool")).isTrue();
  }

  @Test
  void aFileOfAnotherUserIsNotUsed() throws IOException {
    assumeThat(Files.getAttribute(folder, "unix:uid")).as("run by root").isEqualTo(0);
    Path file = saved("com/acme/Pool", "pool");
    Files.setAttribute(file, "unix:uid", 12345);
    assertThat(isKnown(ClassCache.open(folder, KEY), "com/acme/Pool")).isFalse();
  }

  @Test
  void asymbolicLinkIsNotFollowed() throws IOException {
    Path file = saved("com/acme/Pool", "pool");
    Path elsewhere = Files.move(file, folder.resolve("elsewhere"));
    Files.createSymbolicLink(file, elsewhere);
    ClassCache cache = ClassCache.open(folder, KEY);
    assertThat(isKnown(cache, "com/acme/Pool")).isFalse();

    add(cache, "com/acme/Pool", "new");
    cache.save();
    assertThat(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).as("replaced").isTrue();
    assertThat(Files.readString(elsewhere, StandardCharsets.ISO_8859_1)).contains("pool");
  }

  @Test
  void withoutARoomNothingIsKeptAndNothingFails() throws IOException {
    ClassCache cache = ClassCache.open(folder.resolve("gone"), KEY);
    add(cache, "com/acme/Pool", "pool");
    cache.save();
    add(cache, "com/acme/Pool", "pool");
    assertThat(cache.isChanged()).isFalse();
    assertThat(result(cache, "com/acme/Pool")).isNull();
  }

  @Test
  void aFileHasALimit() throws IOException {
    ClassCache cache = ClassCache.open(folder, KEY);
    String half = "x".repeat(ClassCache.MAX_BYTES / 2);
    add(cache, "com/acme/First", half);
    add(cache, "com/acme/Second", half);
    add(cache, "com/acme/Third", "x");
    assertThat(isKnown(cache, "com/acme/Second")).isTrue();
    assertThat(isKnown(cache, "com/acme/Third")).isFalse();
  }

  @Test
  void ofALargeFileOnlyWhatIsUsedStays() throws IOException {
    ClassCache first = ClassCache.open(folder, KEY);
    String third = "x".repeat(ClassCache.MAX_BYTES / 3);
    add(first, "com/acme/First", third);
    add(first, "com/acme/Second", third);
    first.save();

    ClassCache next = ClassCache.open(folder, KEY);
    assertThat(result(next, "com/acme/Second")).isNotNull();
    add(next, "com/acme/Third", "x");
    next.save();

    ClassCache last = ClassCache.open(folder, KEY);
    assertThat(isKnown(last, "com/acme/First")).isFalse();
    assertThat(isKnown(last, "com/acme/Second")).isTrue();
    assertThat(isKnown(last, "com/acme/Third")).isTrue();
  }

  @Test
  void theOldestFilesMakeRoom() throws IOException {
    Instant now = Instant.now();
    byte[] large = new byte[ClassCache.MAX_BYTES];
    for (int i = 1; i <= 5; i++) {
      Path old = folder.resolve("woven-" + i + ".classes");
      Files.write(old, large);
      Files.setLastModifiedTime(old, FileTime.from(now.minus(Duration.ofMinutes(i))));
    }
    Path left = Files.createFile(folder.resolve("woven-1234.new"));
    Files.setLastModifiedTime(left, FileTime.from(now.minus(Duration.ofDays(2))));
    Path foreign = Files.write(folder.resolve("large.classes"), large);

    Path file = saved("com/acme/Pool", "pool");

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "woven-1.classes",
              "woven-2.classes",
              "woven-3.classes",
              foreign.getFileName().toString(),
              file.getFileName().toString());
    }
  }

  @Test
  void useIsNotedOnceADay() throws IOException {
    Path file = saved("com/acme/Pool", "pool");
    FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(3)));
    Files.setLastModifiedTime(file, old);
    ClassCache.open(folder, KEY);
    assertThat(Files.getLastModifiedTime(file)).isGreaterThan(old);
  }

  private Path saved(String name, String result) throws IOException {
    ClassCache cache = ClassCache.open(folder, KEY);
    add(cache, name, result);
    cache.save();
    Path file = folder.resolve(CacheFiles.nameFor(KEY));
    assertThat(file).isRegularFile();
    return file;
  }

  private static void add(ClassCache cache, String name, String result) {
    byte[] bytes = result.getBytes(StandardCharsets.UTF_8);
    cache.add(
        CachedClass.of(name, 1, 11, "rules", List.of("com/acme/Base"), new long[] {-7}), bytes);
  }

  private static boolean isKnown(ClassCache cache, String name) {
    return !cache.find(name, 1, "rules").isEmpty();
  }

  private static String result(ClassCache cache, String name) {
    List<CachedClass> found = cache.find(name, 1, "rules");
    byte[] result = found.isEmpty() ? null : cache.read(found.get(0));
    return result == null ? null : new String(result, StandardCharsets.UTF_8);
  }
}
