package io.ttalloc.agent.boot;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Stores the class files of the agent's jar uncompressed, at build time: a start with all packs
 * loads hundreds, in a JVM that still interprets what inflates them. Adds a hash of all that is in
 * the jar, by which processes know classes that the same agent has woven.
 */
public final class StoredClasses {
  /**
   * The time of every entry: those of libraries depend on the time zone of the build. The first
   * month cannot be written without one.
   */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  /** Where the hash of all that is in the jar is. */
  public static final String BUILD = "META-INF/tt-alloc/build";

  private StoredClasses() {}

  /**
   * Writes the jar anew, with the same entries in the same order.
   *
   * @param args the jar
   */
  public static void main(String[] args) throws IOException, NoSuchAlgorithmException {
    Path jar = Path.of(args[0]);
    Path stored = Path.of(args[0] + ".stored");
    try (ZipFile from = new ZipFile(jar.toFile());
        ZipOutputStream to =
            new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(stored)))) {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      for (ZipEntry entry : Collections.list(from.entries())) {
        byte[] content = from.getInputStream(entry).readAllBytes();
        hash.update(entry.getName().getBytes(StandardCharsets.UTF_8));
        hash.update(content);
        add(copyOf(entry, content), content, to);
      }
      ZipEntry build = new ZipEntry(BUILD);
      build.setTimeLocal(TIME);
      String digits = HexFormat.of().formatHex(hash.digest());
      add(build, digits.getBytes(StandardCharsets.US_ASCII), to);
    }
    Files.move(stored, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void add(ZipEntry entry, byte[] content, ZipOutputStream to) throws IOException {
    to.putNextEntry(entry);
    to.write(content);
    to.closeEntry();
  }

  private static ZipEntry copyOf(ZipEntry entry, byte[] content) {
    ZipEntry copy = new ZipEntry(entry.getName());
    copy.setTimeLocal(TIME);
    if (entry.getName().endsWith(".class")) {
      CRC32 crc = new CRC32();
      crc.update(content);
      copy.setMethod(ZipEntry.STORED);
      copy.setSize(content.length);
      copy.setCrc(crc.getValue());
    }
    return copy;
  }
}
