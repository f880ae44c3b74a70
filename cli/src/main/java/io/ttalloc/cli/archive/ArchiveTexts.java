package io.ttalloc.cli.archive;

import io.ttalloc.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the generated documents of the archive when the build packages it. */
public final class ArchiveTexts {

  private ArchiveTexts() {}

  /**
   * Writes the documents.
   *
   * @param args the version and the directory. If Maven is online, the directory already contains
   *     Maven's bill of materials
   */
  public static void main(String[] args) throws IOException {
    String version = args[0];
    Path folder = Files.createDirectories(Path.of(args[1]));
    Files.writeString(folder.resolve("tt-alloc.1"), ManualPage.of(Main.described(), version));
    Files.writeString(folder.resolve("tt-alloc.bash"), CompletionScript.of(Main.described()));
    Path byMaven = folder.resolve("maven-bom.json");
    if (Files.exists(byMaven)) {
      ClassLoader shipped = ArchiveTexts.class.getClassLoader();
      String bom = BillOfMaterials.completed(Files.readString(byMaven), shipped);
      Files.writeString(folder.resolve("bom.cdx.json"), bom);
    } else {
      // When offline, the CycloneDX plugin of Maven does nothing.
      System.err.println("Maven is offline: the archive has no bill of materials");
    }
  }
}
