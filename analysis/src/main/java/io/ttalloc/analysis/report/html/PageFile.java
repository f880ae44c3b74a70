package io.ttalloc.analysis.report.html;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * A web page in a single file.
 *
 * <p>Everything is in the file, and its Content-Security-Policy blocks all external content. The
 * page never treats data as markup: the data is in a script element of type {@code
 * application/json} with every {@code <} escaped, and the page puts names into text nodes only.
 */
final class PageFile {

  /** Writes the data of a page as JSON that is safe inside HTML. */
  interface Data {
    void writeTo(Writer out) throws IOException;
  }

  private PageFile() {}

  static void write(String script, Data data, Writer writer) throws IOException {
    for (String part : template()) {
      switch (part) {
        case "POLICY" -> writer.write(policy(script));
        case "STYLE" -> writer.write(PageParts.style());
        case "NOTICES" -> writer.write(notices());
        case "DATA" -> data.writeTo(writer);
        case "SCRIPT" -> writer.write(script);
        default -> writer.write(part);
      }
    }
    writer.flush();
  }

  /**
   * Returns the template of the page, split at the placeholders for the other parts of the page.
   */
  private static List<String> template() throws IOException {
    return List.of(PageParts.read("page.html").split("\\{\\{|\\}\\}", -1));
  }

  /** Returns the licences of the libraries, escaped so that they cannot end an HTML comment. */
  private static String notices() throws IOException {
    return PageParts.licences().replace("--", "- -");
  }

  /** Returns a policy that allows no external content and no script but this one. */
  private static String policy(String script) {
    return "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"
        + sha256(script)
        + "'; base-uri 'none'; form-action 'none'";
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
