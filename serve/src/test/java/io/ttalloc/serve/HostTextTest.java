package io.ttalloc.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostTextTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "0.0.0.0, 0.0.0.0",
    "::, [::]",
    "::1, [::1]",
    "FD00:0::2, [fd00::2]",
    "1::, [1::]",
    "2001:db8:0:0:1:0:0:1, [2001:db8::1:0:0:1]",
    "2001:0:0:1:0:0:0:1, [2001:0:0:1::1]",
    "2001:db8:0:1:1:1:1:1, [2001:db8:0:1:1:1:1:1]",
    "10:0:0:a0:0b:c:d:e, [10::a0:b:c:d:e]",
  })
  void isTheShortForm(String written, String shown) throws UnknownHostException {
    assertThat(HostText.of(InetAddress.getByName(written))).isEqualTo(shown);
  }

  @Test
  void aZoneIsShownButNotCompared() throws UnknownHostException {
    byte[] bytes = InetAddress.getByName("fe80::1").getAddress();

    String shown = HostText.of(Inet6Address.getByAddress(null, bytes, 3));

    assertThat(shown).isEqualTo("[fe80::1%3]");
    assertThat(HostText.canonical(shown + ":80")).isEqualTo("[fe80::1]:80");
  }
}
