package io.ttalloc.it.packs.ways;

import io.ttalloc.it.packs.ways.Way.Opening;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.util.List;

/** Ways to open selectors. */
public final class SelectorWays implements Ways {
  private static final List<Way> ALL =
      List.of(
          way("Selector.open()", place -> Selector.open()),
          way(
                  "PollSelectorProvider.openSelector()",
                  place -> {
                    // The provider could also be set by a system property.
                    SelectorProvider provider =
                        Class.forName("sun.nio.ch.PollSelectorProvider")
                            .asSubclass(SelectorProvider.class)
                            .getConstructor()
                            .newInstance();
                    return provider.openSelector();
                  })
              .unsettled() // uses a pipe where other selectors use an eventpoll descriptor
          );

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, Opening opening) {
    return Way.way(code, "selector", opening);
  }
}
