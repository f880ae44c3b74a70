package io.ttalloc.agent.options;

/** Addresses as a user writes them. */
final class HexAddress {
  private static final int LONGEST = 18;

  private HexAddress() {}

  /** Whether behind {@code 0x} there are at most 64 bits in hexadecimal digits. */
  static boolean is(String value) {
    boolean good = value.length() > 2 && value.length() <= LONGEST;
    for (int i = 2; i < value.length(); i++) {
      char c = value.charAt(i);
      good &= (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }
    return good;
  }
}
