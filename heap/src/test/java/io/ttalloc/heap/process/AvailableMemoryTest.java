package io.ttalloc.heap.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailableMemoryTest {
  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private long unused(String ownGroups) throws IOException {
    return AvailableMemory.unusedFileBytes(file("own", ownGroups), folder.resolve("cgroup"));
  }

  @Test
  void unusedPagesOfFilesCountInVersion1() throws IOException {
    file("cgroup/memory/a/b/memory.stat", "inactive_file 1\ntotal_inactive_file 4096\n");
    file("cgroup/memory/memory.stat", "total_inactive_file 7\n");

    assertThat(unused("5:cpu,cpuacct:/\n4:memory:/a/b\n0::/\n")).isEqualTo(4096);
  }

  @Test
  void unusedPagesOfFilesCountInVersion2() throws IOException {
    file("cgroup/cgroup.controllers", "cpu memory\n");
    file("cgroup/a/memory.stat", "anon 5\ninactive_file 8192\nactive_file 3\n");

    assertThat(unused("0::/a\n")).isEqualTo(8192);
  }

  @Test
  void aContainerThatSeesItsOwnGroupAsTheRootHasThoseOfTheRoot() throws IOException {
    file("cgroup/memory/memory.stat", "total_inactive_file 512\n");

    assertThat(unused("4:memory:/docker/0123\n")).isEqualTo(512);
  }

  @Test
  void noneWhereTheFilesAreMissingOrNonsense() throws IOException {
    assertThat(unused("")).isZero();
    assertThat(unused("nonsense\n4:memory:/gone\n")).isZero();
    file("cgroup/memory/memory.stat", "total_inactive_file many\n");
    assertThat(unused("4:memory:/\n")).isZero();
    assertThat(AvailableMemory.unusedFileBytes(folder.resolve("none"), folder)).isZero();
  }
}
