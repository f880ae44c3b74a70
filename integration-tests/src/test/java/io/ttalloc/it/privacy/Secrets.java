package io.ttalloc.it.privacy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The usual forms in which secrets appear on a command line, each with a different value. */
final class Secrets {

  /**
   * One form in which a secret appears.
   *
   * @param words as on the command line
   * @param value the secret
   */
  record Form(List<String> words, String value) {}

  private Secrets() {}

  /** Secrets in arguments of a program. */
  static List<Form> ofArguments() {
    String basic =
        Base64.getEncoder().encodeToString("admin:h1dden-20".getBytes(StandardCharsets.UTF_8));
    return List.of(
        form("h1dden-01", "--url", "jdbc:postgresql://db/app?user=me&password=h1dden-01"),
        form("h1dden-02", "jdbc:postgresql://me:h1dden-02@db/app"),
        form("h1dden-03", "jdbc:oracle:thin:me/h1dden-03@//db:1521/app"),
        form("h1dden-04", "--pass", "h1dden-04"),
        form("h1dden-05", "--password=h1dden-05"),
        form("h1dden-06", "-u", "me:h1dden-06"),
        form("h1dden-07", "-Dkey=h1dden-07"),
        form("h1dden-08", "-H", "Authorization: Bearer h1dden-08"),
        form("h1dden-09", "{\"user\": \"me\", \"password\": \"h1dden-09\"}"),
        form("AKIAH1DDEN10EXAMPLE0", "AKIAH1DDEN10EXAMPLE0"),
        form("h1dden/11+example", "--aws-key", "h1dden/11+example"),
        form("h1dden-12", "--token", "h1dden-12"),
        form("h1dden-13", "DB_PASSWORD=h1dden-13"),
        form("h1dden-14", "mysql -umy -ph1dden-14"),
        form("h1dden-15", "redis://:h1dden-15@cache:6379/0"),
        form("h1dden-16", "Server=db;User Id=me;Password=h1dden-16;Encrypt=true"),
        form("h1dden-17", "--header=X-Api-Key: h1dden-17"),
        form("h1dden-18", "https://hooks.example/h1dden-18?sig=x"),
        form("h1dden-19", "--login", "me", "h1dden-19"),
        form(basic, "--header", "Authorization: Basic " + basic),
        form(
            "MIIEh1dden21", "-----BEGIN PRIVATE KEY-----\nMIIEh1dden21\n-----END PRIVATE KEY-----"),
        form("h1dden-22", "@/run/secrets/h1dden-22"),
        form("h1dden-23", "--", "h1dden-23"));
  }

  /** Secrets in flags of the JVM. */
  static List<Form> ofFlags() {
    return List.of(
        form("h1dden-31", "-Dspring.datasource.password=h1dden-31"),
        form("h1dden-32", "-Dapp.url=https://me:h1dden-32@host/"),
        form("h1dden-33", "-XX:OnError=curl -u me:h1dden-33 https://host/"),
        form(
            "h1dden-34",
            "-Xlog:gc:file=" + System.getProperty("java.io.tmpdir") + "/h1dden-34.log"),
        form("h1dden-35", "--add-opens", "java.base/java.lang=h1dden-35"));
  }

  static List<String> words(List<Form> forms) {
    List<String> words = new ArrayList<>();
    forms.forEach(form -> words.addAll(form.words()));
    return words;
  }

  private static Form form(String value, String... words) {
    return new Form(List.of(words), value);
  }
}
