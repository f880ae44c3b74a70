package io.ttalloc.agent.boot;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import org.jspecify.annotations.Nullable;

/** The jar of the agent. */
public final class OwnJar {
  private OwnJar() {}

  /** The jar that this class was loaded from; null if it was not loaded from a jar. */
  public static @Nullable File find() {
    CodeSource source = OwnJar.class.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    if (location == null
        || !location.getProtocol().equals("file")
        || !location.getPath().endsWith(".jar")) {
      return null;
    }
    try {
      return new File(location.toURI());
    } catch (URISyntaxException | IllegalArgumentException unusual) {
      return null;
    }
  }
}
