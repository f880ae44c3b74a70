package io.ttalloc.agent;

import io.ttalloc.agent.loading.JvmArguments;
import io.ttalloc.agent.options.Options;
import io.ttalloc.boot.OwnJar;
import io.ttalloc.cache.ContentHash;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the cache of woven classes. A key covers everything that must be unchanged for
 * classes woven by an earlier process to be reusable: this agent, this JDK, and the options and
 * files on which the rules depend.
 */
final class CacheKeys {
  private static final long PRIME = 31;

  /** JVM arguments that may replace classes of the JDK. */
  private static final String[] PATCHES = {
    "--patch-module", "--upgrade-module-path", "--limit-modules", "-Xbootclasspath"
  };

  private final Options options;

  /** A hash of the rule files, computed before their rules were read. */
  private final long rules;

  private CacheKeys(Options options, long rules) {
    this.options = options;
    this.rules = rules;
  }

  /** The keys for these options. Must be called before the rules are read from their files. */
  static CacheKeys of(Options options) {
    return new CacheKeys(options, ofRuleFiles(options));
  }

  /** The key for the classes of the JDK; null if no cache can be used or written. */
  @Nullable String ofJdk() {
    String build = build();
    File modules = new File(System.getProperty("java.home", ""), "lib/modules");
    long bytes = modules.length();
    if (build == null || bytes == 0 || isPatched() || ofRuleFiles(options) != rules) {
      return null;
    }
    return "agent "
        + build
        + "\njdk "
        + System.getProperty("java.vm.name")
        + ' '
        + System.getProperty("java.vm.version")
        + ' '
        + System.getProperty("java.runtime.version")
        + ' '
        + modules
        + ' '
        + bytes
        + ' '
        + modules.lastModified()
        + "\noptions "
        + options.choice().packs()
        + ' '
        + options.choice().rules()
        + ' '
        + options.choice().track().classes()
        + ' '
        + options.choice().track().except()
        + ' '
        + options.recording().labels()
        + ' '
        + Long.toHexString(rules);
  }

  /** The key for the classes of this program: its own and those of its libraries. */
  static String ofProgram(String ofJdk) {
    StringBuilder key = new StringBuilder(ofJdk);
    key.append("\nprogram ").append(System.getProperty("java.class.path"));
    key.append(' ').append(System.getProperty("jdk.module.path"));
    key.append(' ').append(System.getProperty("jdk.module.main"));
    for (String argument : JvmArguments.all()) {
      // Arguments that affect which modules exist, and which version of its classes a multi-release
      // jar provides.
      if (argument.startsWith("--") || argument.startsWith("-Djdk.util.jar.")) {
        key.append(' ').append(argument);
      }
    }
    return key.toString();
  }

  private static boolean isPatched() {
    for (String argument : JvmArguments.all()) {
      for (String patch : PATCHES) {
        if (argument.startsWith(patch)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Identifies the build of the agent; null if the agent does not run from its jar. */
  private static @Nullable String build() {
    ClassLoader own = CacheKeys.class.getClassLoader();
    try (InputStream in = own == null ? null : own.getResourceAsStream(OwnJar.BUILD)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return null;
    }
  }

  /** A hash of the rule files that the options specify. */
  private static long ofRuleFiles(Options options) {
    long hash = 0;
    for (String file : options.choice().rules()) {
      try {
        hash = hash * PRIME + ContentHash.of(Files.readAllBytes(Path.of(file)));
      } catch (IOException | RuntimeException e) {
        hash = hash * PRIME; // The code that reads the rules reports this error.
      }
    }
    return hash;
  }
}
