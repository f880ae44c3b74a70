package io.ttalloc.it.packs;

import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.nio.file.Path;

/** The ways of selectors. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum SelectorWay implements Way {
  SELECTOR("Selector.open()") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return Selector.open();
    }
  },
  POLL_SELECTOR("PollSelectorProvider.openSelector()") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      // As a system property may choose it.
      SelectorProvider provider =
          Class.forName("sun.nio.ch.PollSelectorProvider")
              .asSubclass(SelectorProvider.class)
              .getConstructor()
              .newInstance();
      return provider.openSelector();
    }

    @Override
    public boolean settles() {
      return false; // it has a pipe where others have an eventpoll
    }
  };

  private static final String TYPE = "selector";

  private final Facts facts;

  SelectorWay(String code) {
    this.facts = new Facts(code, TYPE, Place.NOTHING, Judged.LEAK);
  }

  @Override
  public Facts facts() {
    return facts;
  }
}
