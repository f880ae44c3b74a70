package io.ttalloc.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderStampsTest {
  private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2023-11-14T12:00:00Z"));

  @TempDir private Path folder;

  private final FolderStamps stamps = new FolderStamps();

  @Test
  void changeWithFilesThatAreCreatedRenamedAndDeleted() throws IOException {
    makeOld();
    assertThat(hasChanged()).as("first call").isTrue();
    assertThat(hasChanged()).isFalse();

    Path file = Files.createFile(folder.resolve("one"));
    assertThat(hasChanged()).as("created").isTrue();
    makeOld();
    assertThat(hasChanged()).isTrue();
    assertThat(hasChanged()).isFalse();

    Path renamed = Files.move(file, folder.resolve("two"));
    assertThat(hasChanged()).as("renamed").isTrue();
    makeOld();
    assertThat(hasChanged()).isTrue();
    assertThat(hasChanged()).isFalse();

    Files.delete(renamed);
    assertThat(hasChanged()).as("deleted").isTrue();
  }

  /**
   * A change soon afterwards might get the same modification time, so stamps this new are not
   * trusted.
   */
  @Test
  void ofAFolderThatWasJustChangedSayNothing() {
    assertThat(hasChanged()).isTrue();
    assertThat(hasChanged()).isTrue();
  }

  @Test
  void ofAMissingFolderChangeWhenItIsCreated() throws IOException {
    Path missing = folder.resolve("missing");
    assertThat(stamps.haveChanged(List.of(missing))).isTrue();
    assertThat(stamps.haveChanged(List.of(missing))).isFalse();
    Files.createDirectory(missing);
    assertThat(stamps.haveChanged(List.of(missing))).isTrue();
  }

  private boolean hasChanged() {
    return stamps.haveChanged(List.of(folder));
  }

  private void makeOld() throws IOException {
    Files.setLastModifiedTime(folder, LONG_AGO);
  }
}
