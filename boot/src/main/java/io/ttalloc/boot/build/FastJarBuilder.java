package io.ttalloc.boot.build;

import io.ttalloc.boot.OwnJar;
import io.ttalloc.boot.PackedLibraries;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites a jar at build time so that a JVM starts faster with it. Class files are stored
 * uncompressed: a start loads hundreds of them while the JVM still interprets the code that
 * inflates them. Lambdas and record methods are linked here instead of at run time ({@link
 * StaticLinker}), and class files that are too old for the JVM's class data archives are upgraded
 * ({@link OldClassFiles}).
 *
 * <p>In the agent's jar the libraries become a single entry, {@link PackedLibraries}: the JVM reads
 * the whole directory of a jar, even if tracking is disabled. That jar also gets a hash of its
 * contents, by which processes recognize classes woven by the same agent.
 */
public final class FastJarBuilder {
  /**
   * The time of every entry, because the times from library jars depend on the time zone of the
   * build. It is in February because dates in January 1980 cannot be written without a time zone.
   */
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

  private static final String CLASS = ".class";

  private final boolean agent;

  /** The files that become a single entry, by name. */
  private final Map<String, byte[]> libraries = new TreeMap<>();

  private FastJarBuilder(boolean agent) {
    this.agent = agent;
  }

  /**
   * Rewrites the jar, keeping the order of the remaining entries.
   *
   * @param args the jar, followed by {@code agent} if it is the agent's jar
   */
  public static void main(String[] args) throws IOException, NoSuchAlgorithmException {
    Path jar = Path.of(args[0]);
    Path fresh = Path.of(args[0] + ".new");
    try (ZipFile from = new ZipFile(jar.toFile());
        ZipOutputStream to =
            new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(fresh)))) {
      new FastJarBuilder(args.length > 1 && args[1].equals("agent")).rewrite(from, to);
    }
    Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private void rewrite(ZipFile from, ZipOutputStream to)
      throws IOException, NoSuchAlgorithmException {
    MessageDigest hash = MessageDigest.getInstance("SHA-256");
    Map<String, byte[]> classes = new LinkedHashMap<>();
    for (ZipEntry entry : Collections.list(from.entries())) {
      String name = entry.getName();
      byte[] content = from.getInputStream(entry).readAllBytes();
      hash.update(name.getBytes(StandardCharsets.UTF_8));
      hash.update(content);
      if (name.endsWith(CLASS)) {
        classes.put(name.substring(0, name.length() - CLASS.length()), content);
      } else if (!entry.isDirectory()) {
        addOrPack(name, content, false, to);
      }
    }
    classes = StaticLinker.link(agent ? classes : OldClassFiles.renewed(classes));
    for (Map.Entry<String, byte[]> each : classes.entrySet()) {
      addOrPack(each.getKey() + CLASS, each.getValue(), true, to);
    }
    if (agent) {
      add(PackedLibraries.ENTRY, pack(libraries), true, to);
      String digits = HexFormat.of().formatHex(hash.digest());
      add(OwnJar.BUILD, digits.getBytes(StandardCharsets.US_ASCII), true, to);
    }
  }

  private void addOrPack(String name, byte[] content, boolean stored, ZipOutputStream to)
      throws IOException {
    if (agent && PackedLibraries.has(name)) {
      libraries.put(name, content);
    } else {
      add(name, content, stored, to);
    }
  }

  private static void add(String name, byte[] content, boolean stored, ZipOutputStream to)
      throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(TIME);
    if (stored) {
      CRC32 crc = new CRC32();
      crc.update(content);
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(content.length);
      entry.setCrc(crc.getValue());
    }
    to.putNextEntry(entry);
    to.write(content);
    to.closeEntry();
  }

  /** Packs files into one entry. */
  static byte[] pack(Map<String, byte[]> files) throws IOException {
    int places = Integer.highestOneBit(Math.max(1, files.size())) << 2;
    int[] table = new int[places * 4];
    ByteArrayOutputStream contents = new ByteArrayOutputStream();
    int start = Integer.BYTES + places * PackedLibraries.PLACE;
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      String name = file.getKey();
      int place = name.hashCode() & (places - 1);
      while (table[place * 4 + 1] != 0) {
        place = (place + 1) & (places - 1);
      }
      table[place * 4] = name.hashCode();
      table[place * 4 + 1] = name.length();
      table[place * 4 + 2] = start + contents.size();
      table[place * 4 + 3] = file.getValue().length;
      contents.write(name.getBytes(StandardCharsets.ISO_8859_1));
      contents.write(file.getValue());
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(all)) {
      out.writeInt(places);
      for (int number : table) {
        out.writeInt(number);
      }
      contents.writeTo(out);
    }
    return all.toByteArray();
  }
}
