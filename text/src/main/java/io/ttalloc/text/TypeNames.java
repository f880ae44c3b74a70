package io.ttalloc.text;

import java.util.Set;

/**
 * Formats a count of resources, with the name that the rule gives to their type.
 *
 * <p>The name may be any text, so a plural is used only if its spelling is certain: {@code 3
 * files}, {@code 2 circular buffers}, {@code 4 statuses}. Any other name follows an {@code x}
 * instead: {@code 100 x r}, {@code 3 x Conn}, {@code 2 x series}.
 */
public final class TypeNames {
  private static final int MIN_NOUN_LENGTH = 3;
  private static final String VOWELS = "aeiouy";

  /** Nouns with an irregular plural, or without a plural. */
  private static final Set<String> IRREGULAR =
      Set.of("child", "person", "mouse", "sheep", "series");

  /**
   * Endings of further nouns without a regular plural, and of nouns whose plural has a special
   * spelling.
   */
  private static final String[] IRREGULAR_ENDINGS = {
    "man", "data", "media", "is", "lf", "af", "fe"
  };

  private TypeNames() {}

  /** Formats a count of resources of a type: {@code 1 file}, {@code 3 files}, {@code 100 x r}. */
  public static String counted(long count, String typeName) {
    return countedSpoken(count, Numbers.spoken(typeName));
  }

  /** Like {@link #counted}, for a name as {@link Numbers#spoken} returns it. */
  public static String countedSpoken(long count, String spoken) {
    boolean plural = count == 1 || hasRegularPlural(spoken.substring(spoken.lastIndexOf(' ') + 1));
    return plural ? Numbers.counted(count, spoken) : Numbers.grouped(count) + " x " + spoken;
  }

  private static boolean hasRegularPlural(String word) {
    if (word.length() < MIN_NOUN_LENGTH || IRREGULAR.contains(word) || isPlural(word)) {
      return false;
    }
    for (String ending : IRREGULAR_ENDINGS) {
      if (word.endsWith(ending)) {
        return false;
      }
    }
    boolean lowerCase = word.chars().allMatch(c -> c >= 'a' && c <= 'z');
    boolean pronounced = word.chars().anyMatch(c -> VOWELS.indexOf(c) >= 0);
    return lowerCase && pronounced && !isShortWithY(word);
  }

  /**
   * Whether a word is already a plural: {@code settings}, but not {@code class}, {@code status},
   * {@code canvas}.
   */
  private static boolean isPlural(String word) {
    return word.endsWith("s") && "sua".indexOf(word.charAt(word.length() - 2)) < 0;
  }

  /**
   * Whether a word has the minimum length of a noun, and ends with a consonant and {@code y}, in
   * which case the word may not be a noun: {@code any}, but not {@code key}.
   */
  private static boolean isShortWithY(String word) {
    return word.length() == MIN_NOUN_LENGTH
        && word.endsWith("y")
        && "aeo".indexOf(word.charAt(1)) < 0;
  }
}
