package io.ttalloc.probe.resource;

import io.ttalloc.ledger.slots.Label;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The name of an entry in a cache. Two names are equal if their encoded forms are equal, and so are
 * the lengths and hashes of their complete texts; the encoded form contains only the ends of a long
 * text. Immutable.
 */
public final class EntryName {
  /** The name as it is encoded in the ledger. */
  public final byte[] encoded;

  /**
   * Whether the name identifies a single entry, so that a resource added under the same name
   * replaces the earlier one.
   */
  public final boolean isUnique;

  private final int length;
  private final int hash;

  private EntryName(byte[] encoded, String text, boolean isUnique) {
    this.encoded = encoded;
    this.length = text.length();
    this.hash = text.hashCode();
    this.isUnique = isUnique;
  }

  /** The name of an entry from the application's key; null if it has no text. */
  public static @Nullable EntryName of(@Nullable Object name) {
    if (name == null || name instanceof EntryName) {
      return (EntryName) name;
    }
    String text = ApplicationText.of(name);
    byte[] encoded = Label.encoded(text);
    // The default toString() of Object contains a hash code, which other objects may share.
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
