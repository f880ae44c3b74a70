package io.ttalloc.cli.archive;

import io.ttalloc.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the texts of the archive when the build packages it. */
public final class ArchiveTexts {

  private ArchiveTexts() {}

  /**
   * Writes the texts.
   *
   * @param args the version; the folder, in which the bill of materials of Maven lies already if
   *     Maven is online
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
      // Its plugin does nothing then.
      System.err.println("Maven is offline: the archive has no bill of materials");
    }
  }
}
