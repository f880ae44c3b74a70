package io.ttalloc.cli.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Completes the archive's bill of materials. Maven lists the libraries; this class adds the scripts
 * in HTML reports, which Maven does not know about.
 *
 * <p>The notices in the JAR files list these scripts. If the notices name a script or a library
 * that the build does not have, the build fails.
 */
final class BillOfMaterials {

  private static final String NOTICES = "META-INF/THIRD-PARTY.txt";
  private static final String SCRIPTS = "io/ttalloc/analysis/report/html/vendor/";

  /** A row of the table at the start of the notices: library, version, licence. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^(\\S+) {2,}(\\d\\S*) {2,}(\\S+) {2,}(?:below|META-INF/LICENSE)");

  private final ClassLoader shipped;
  private final JsonObject bom;

  /** The versions of the libraries that Maven knows. */
  private final Map<String, String> libraries = new TreeMap<>();

  private BillOfMaterials(JsonObject bom, ClassLoader shipped) {
    this.bom = bom;
    this.shipped = shipped;
  }

  /**
   * Completes a bill of materials in CycloneDX JSON.
   *
   * @param json the bill of materials written by the CycloneDX Maven plugin
   * @param shipped a class loader for the content of the archive's JAR files
   * @throws IllegalStateException if the notices name something that is missing
   */
  static String completed(String json, ClassLoader shipped) throws IOException {
    JsonObject bom = JsonParser.parseString(json).getAsJsonObject();
    BillOfMaterials bill = new BillOfMaterials(bom, shipped);
    for (JsonElement component : bill.components()) {
      bill.trim(component.getAsJsonObject());
    }
    for (URL notices : Collections.list(shipped.getResources(NOTICES))) {
      try (InputStream in = notices.openStream()) {
        bill.addScripts(new String(in.readAllBytes(), UTF_8));
      }
    }
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(bom) + "\n";
  }

  private JsonArray components() {
    return bom.getAsJsonArray("components");
  }

  /**
   * Removes data that does not apply to the archive: the hashes of modules, because the archive has
   * their classes in other JAR files, and the hosts to which other projects upload their releases.
   */
  private void trim(JsonObject component) {
    if (component.get("group").getAsString().equals("io.ttalloc")) {
      component.remove("hashes");
    } else {
      libraries.put(component.get("name").getAsString(), component.get("version").getAsString());
    }
    JsonArray references = component.getAsJsonArray("externalReferences");
    if (references != null) {
      JsonArray kept = new JsonArray();
      for (JsonElement reference : references) {
        String type = reference.getAsJsonObject().get("type").getAsString();
        if (!type.startsWith("distribution")) {
          kept.add(reference);
        }
      }
      component.add("externalReferences", kept);
    }
  }

  private void addScripts(String notices) throws IOException {
    Matcher row = ROW.matcher(notices);
    while (row.find()) {
      String name = row.group(1);
      String version = row.group(2);
      String known = libraries.get(name);
      if (known == null) {
        components().add(script(name, version, row.group(3)));
        libraries.put(name, version);
      } else if (!known.equals(version)) {
        throw new IllegalStateException(
            "%s names %s %s, expected the version of the build, %s"
                .formatted(NOTICES, name, version, known));
      }
    }
  }

  private JsonObject script(String name, String version, String licence) throws IOException {
    String file = SCRIPTS + name + "-" + version + ".min.js";
    JsonObject hash = new JsonObject();
    try (InputStream in = shipped.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(
            "%s names %s %s, which is neither a library of the build nor %s"
                .formatted(NOTICES, name, version, file));
      }
      hash.addProperty("alg", "SHA-256");
      hash.addProperty("content", sha256(in.readAllBytes()));
    }
    JsonObject id = new JsonObject();
    id.addProperty("id", licence);
    JsonObject choice = new JsonObject();
    choice.add("license", id);
    String url = "pkg:npm/" + name + "@" + version;
    JsonObject component = new JsonObject();
    component.addProperty("type", "library");
    component.addProperty("bom-ref", url);
    component.addProperty("name", name);
    component.addProperty("version", version);
    component.addProperty("scope", "required");
    component.add("hashes", arrayOf(hash));
    component.add("licenses", arrayOf(choice));
    component.addProperty("purl", url);
    return component;
  }

  private static JsonArray arrayOf(JsonElement element) {
    JsonArray array = new JsonArray();
    array.add(element);
    return array;
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
