package io.ttalloc.boot;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import org.jspecify.annotations.Nullable;

/** Finds the jar of the agent. */
public final class OwnJar {
  /** The jar entry that contains a hash of the jar's contents. */
  public static final String BUILD = "META-INF/tt-alloc/build";

  private OwnJar() {}

  /**
   * The jar from which a class of the agent was loaded; null if the class was loaded from a folder,
   * as in tests.
   */
  public static @Nullable File of(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    if (location == null || !location.getProtocol().equals("file")) {
      return null;
    }
    try {
      File file = new File(location.toURI());
      return file.isFile() ? file : null;
    } catch (URISyntaxException | IllegalArgumentException unusual) {
      return null;
    }
  }
}
