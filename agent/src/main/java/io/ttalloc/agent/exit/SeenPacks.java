package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.packs.CompiledPacks;
import io.ttalloc.agent.rules.packs.KnownPack;
import io.ttalloc.agent.weave.MatchedRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Names packs at exit whose classes are loaded and that were not chosen. Looks only then, so that
 * it costs nothing before. What some modules of the JDK have is no sign: programs and libraries
 * load it whatever they do.
 */
public final class SeenPacks {
  private static final Set<String> NO_SIGN = Set.of("java.base", "jdk.unsupported", "jdk.zipfs");

  private SeenPacks() {}

  /** Writes the line, if there is such a pack. */
  public static void tell(MatchedRules matched, Options options) {
    try {
      String line = line(CompiledPacks.known(), options.packs(), matched.loaded());
      if (line != null) {
        Console.line(line);
      }
    } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
      // The jar was removed meanwhile, or memory is used up. Nobody misses advice.
    }
  }

  /** The line; null if there is no such pack. */
  static @Nullable String line(List<KnownPack> all, List<String> chosen, Class<?>[] loaded) {
    if (chosen.contains(Options.ON_SIGHT)) {
      return null; // all of them are chosen
    }
    List<KnownPack> others = new ArrayList<>();
    for (KnownPack pack : all) {
      if (!chosen.contains(pack.name())) {
        others.add(pack);
      }
    }
    TreeSet<String> seen = new TreeSet<>();
    TreeSet<String> packs = new TreeSet<>();
    for (KnownPack pack : others) {
      ClassPattern by = firstOf(pack, loaded);
      if (by != null) {
        seen.add(by.name());
        packs.add(pack.name());
      }
    }
    return packs.isEmpty()
        ? null
        : String.join(", ", seen)
            + " seen: packs="
            + String.join(",", packs)
            + (packs.size() == 1 ? " tracks it" : " track them");
  }

  private static @Nullable ClassPattern firstOf(KnownPack pack, Class<?>[] loaded) {
    for (Class<?> each : loaded) {
      ClassPattern by = pack.knownFrom(each.getName());
      if (by != null && !isNoSign(each.getModule())) {
        return by;
      }
    }
    return null;
  }

  /** Modules of the application may have any name, but not in this layer. */
  private static boolean isNoSign(Module module) {
    return module.isNamed()
        && module.getLayer() == ModuleLayer.boot()
        && NO_SIGN.contains(module.getName());
  }
}
