package io.ttalloc.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeviceNameTest {
  @Test
  void aNegativeNumberStandsForSeveralDevices() {
    assertThat(DeviceName.of(0)).isEqualTo("0");
    assertThat(DeviceName.of(31)).isEqualTo("31");
    assertThat(DeviceName.of(-1)).isEqualTo("several");
  }
}
