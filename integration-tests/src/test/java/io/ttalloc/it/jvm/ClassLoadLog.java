package io.ttalloc.it.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The classes that a JVM has loaded, read from its log. */
public record ClassLoadLog(Path file) {
  private static final Pattern LINE = Pattern.compile("\\[class,load\\] (\\S+) source: .*");

  /** The flag that makes a JVM write the log. */
  public String flag() {
    return "-Xlog:class+load:file=" + file + "::filecount=0";
  }

  /** Binary names in the order of loading; a class that was woven later appears again. */
  public List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.find()) {
        names.add(matcher.group(1));
      }
    }
    return names;
  }
}
