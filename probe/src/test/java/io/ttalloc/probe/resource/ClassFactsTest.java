package io.ttalloc.probe.resource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClassFactsTest {
  @Test
  void aClassIsOnlyExcludedUntilARuleTracksItWhateverComesFirst() {
    ClassFacts facts = new ClassFacts(ClassFactsTest.class);
    assertThat(facts.isOnlyExcluded()).isFalse();
    facts.exclude(1);
    assertThat(facts.isOnlyExcluded()).isTrue();
    facts.add(2, 7, 2);
    assertThat(facts.isOnlyExcluded()).isFalse();
    facts.exclude(3);
    assertThat(facts.isOnlyExcluded()).isFalse();
  }
}
