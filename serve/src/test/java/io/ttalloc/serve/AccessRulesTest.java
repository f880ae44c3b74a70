package io.ttalloc.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessRulesTest {
  private static final String TOKEN = "0123456789abcdef";
  private static final AccessRules LOCAL =
      AccessRules.of(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 7287, null, Set.of());

  private static int status(
      AccessRules rules, String method, @Nullable String host, @Nullable String authorization) {
    HttpAnswer refusal =
        rules.refusal(new RequestHead(method, "/metrics", host, authorization, null, null));
    return refusal == null ? 200 : refusal.status();
  }

  private static AccessRules open() throws UnknownHostException {
    InetAddress address = InetAddress.getByAddress("box.example", new byte[] {10, 1, 2, 3});
    return AccessRules.of(new InetSocketAddress(address, 0), 80, TOKEN, Set.of("/"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:7287", "127.0.0.1:7287", "[::1]:7287", "LOCALHOST:7287"})
  void answersThoseThatNameThisServer(String host) {
    assertThat(status(LOCAL, "GET", host, null)).isEqualTo(200);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "localhost",
        "localhost:80",
        "evil.example:7287",
        "127.0.0.1:7287.evil.example"
      })
  void refusesOtherNames(@Nullable String host) {
    assertThat(status(LOCAL, "GET", host, null)).isEqualTo(421);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "get"})
  void refusesWhatMightChangeSomething(String method) {
    assertThat(status(LOCAL, method, "localhost:7287", null)).isEqualTo(405);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        TOKEN,
        "Bearer ",
        "Bearer 0123456789abcdeX",
        "Bearer" + TOKEN,
        "Bearer  " + TOKEN + "x",
        "Basic " + TOKEN
      })
  void refusesWhoHasNoToken(@Nullable String authorization) throws UnknownHostException {
    HttpAnswer refusal =
        open().refusal(new RequestHead("GET", "/x", "10.1.2.3:80", authorization, null, null));

    assertThat(refusal).isNotNull();
    assertThat(refusal.status()).isEqualTo(401);
    assertThat(refusal.headers()).containsEntry("WWW-Authenticate", "Bearer");
  }

  @Test
  void answersWhoHasTheToken() throws UnknownHostException {
    assertThat(status(open(), "HEAD", "10.1.2.3:80", "Bearer " + TOKEN)).isEqualTo(200);
    assertThat(status(open(), "GET", "box.example:80", "Bearer " + TOKEN)).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bearer ", "BEARER ", "bEARER "})
  void theSchemeIsReadInAnyCase(String scheme) throws UnknownHostException {
    assertThat(status(open(), "GET", "10.1.2.3:80", scheme + TOKEN)).isEqualTo(200);
    assertThat(status(open(), "GET", "10.1.2.3:80", scheme + TOKEN.toUpperCase(Locale.ROOT)))
        .isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, 200",
    "127.0.0.1, 200",
    "[::1], 200",
    "[0:0::1], 200",
    "10.1.2.3, 200",
    "BOX.example, 200",
    "localhost:, 421",
    "evil.example, 421",
    "10.1.2.4, 421",
  })
  void theDefaultPortCanBeLeftOut(String host, int status) throws UnknownHostException {
    assertThat(status(open(), "GET", host, "Bearer " + TOKEN)).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "[fd00::2]:7287, 200",
    "[FD00:0::2]:7287, 200",
    "[fd00:0:0:0:0:0:0:2]:7287, 200",
    "[fd00::0.0.0.2]:7287, 200",
    "[fd00::2%25eth0]:7287, 200",
    "[::1]:7287, 200",
    "[fd00::2], 421",
    "[fd00::2]:80, 421",
    "[fd00::2]:7287.evil.example, 421",
    "[fd00::3]:7287, 421",
    "[fd00::2::]:7287, 421",
    "[fd00]:7287, 421",
    "[]:7287, 421",
    "[:7287, 421",
    "fd00::2:7287, 421",
    "evil.example:7287, 421",
  })
  void addressesOfVersion6AreComparedAsAddresses(String host, int status)
      throws UnknownHostException {
    AccessRules rules =
        AccessRules.of(
            new InetSocketAddress(InetAddress.getByName("FD00:0::2"), 0), 7287, TOKEN, Set.of());

    assertThat(status(rules, "GET", host, "Bearer " + TOKEN)).isEqualTo(status);
  }

  @Test
  void whatHoldsNoDataNeedsNoTokenButTheRightName() throws UnknownHostException {
    RequestHead page = new RequestHead("GET", "/", "10.1.2.3:80", null, null, null);
    RequestHead below = new RequestHead("GET", "/x", "10.1.2.3:80", null, null, null);
    RequestHead elsewhere = new RequestHead("GET", "/", "evil.example:80", null, null, null);

    assertThat(open().refusal(page)).isNull();
    assertThat(open().refusal(below)).extracting("status").isEqualTo(401);
    assertThat(open().refusal(elsewhere)).extracting("status").isEqualTo(421);
  }

  @ParameterizedTest
  @CsvSource({
    "same-origin, empty, 200",
    "none, document, 200",
    "cross-site, document, 200",
    "cross-site, empty, 403",
    "cross-site, iframe, 403",
    "same-site, image, 403",
    "whatever, , 403",
  })
  void pagesOfOtherSitesGetNothing(String site, @Nullable String destination, int status) {
    HttpAnswer refusal =
        LOCAL.refusal(
            new RequestHead("GET", "/api/events", "localhost:7287", null, site, destination));

    assertThat(refusal == null ? 200 : refusal.status()).isEqualTo(status);
  }

  @Test
  void atAllAddressesTheTokenDecides() throws UnknownHostException {
    InetAddress all = InetAddress.getByAddress(new byte[4]);
    AccessRules rules = AccessRules.of(new InetSocketAddress(all, 0), 80, TOKEN, Set.of("/"));

    assertThat(status(rules, "GET", "whatever.example", "Bearer " + TOKEN)).isEqualTo(200);
    assertThat(status(rules, "GET", "localhost:80", null)).isEqualTo(401);
  }

  @Test
  void thereIsNoServerForOthersWithoutAToken() throws UnknownHostException {
    InetAddress all = InetAddress.getByAddress(new byte[4]);

    assertThatThrownBy(() -> AccessRules.of(new InetSocketAddress(all, 0), 80, null, Set.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
