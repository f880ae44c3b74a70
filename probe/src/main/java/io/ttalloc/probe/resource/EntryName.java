package io.ttalloc.probe.resource;

import io.ttalloc.ledger.slots.Label;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The name that a cache has for an entry. Two names are equal if their whole texts are, as far as
 * length and hash show: the ledger keeps only the ends of long ones. Immutable.
 */
public final class EntryName {
  /** The bytes in the ledger. */
  public final byte[] encoded;

  /** Whether it names one entry, so that another resource under it takes the place of the first. */
  public final boolean isUnique;

  private final int length;
  private final int hash;

  private EntryName(byte[] encoded, String text, boolean isUnique) {
    this.encoded = encoded;
    this.length = text.length();
    this.hash = text.hashCode();
    this.isUnique = isUnique;
  }

  /** The name that an object of the application stands for; null if it has none. */
  public static @Nullable EntryName of(@Nullable Object name) {
    if (name == null || name instanceof EntryName) {
      return (EntryName) name;
    }
    String text = ApplicationText.of(name);
    byte[] encoded = Label.encoded(text);
    // The text that every object has: it contains a hash code, which others may have, too.
    boolean isNothingButHash = text.startsWith(name.getClass().getName().concat("@"));
    return encoded == null ? null : new EntryName(encoded, text, !isNothingButHash);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EntryName name
        && hash == name.hash
        && length == name.length
        && Arrays.equals(encoded, name.encoded);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
