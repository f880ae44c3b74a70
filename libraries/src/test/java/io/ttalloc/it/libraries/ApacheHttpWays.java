package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.LoopbackServer;
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.util.List;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Ways to open resources of Apache HttpClient 5. */
public final class ApacheHttpWays implements Ways {
  @SuppressWarnings("deprecation") // the client warns about the same leaks
  private static final List<Way> ALL =
      List.of(
          way(
              "HttpClient: HttpClients.createDefault()",
              1,
              "http client",
              place -> HttpClients.createDefault()),
          way(
              "HttpClient: HttpClients.createMinimal()",
              1,
              "http client",
              place -> HttpClients.createMinimal()),
          way(
              "HttpClient: evictExpiredConnections().build()",
              1,
              "http client",
              place -> HttpClients.custom().evictExpiredConnections().build()),
          way(
              "HttpClient: execute(HttpGet), not closed",
              2,
              place -> {
                CloseableHttpClient client = HttpClients.createDefault();
                return both(client.execute(get(LoopbackServer.LARGE)), client);
              }),
          way(
              "HttpClient: executeOpen(...), read in part",
              2,
              place -> {
                CloseableHttpClient client = HttpClients.createMinimal();
                ClassicHttpResponse response =
                    client.executeOpen(host(), get(LoopbackServer.LARGE), null);
                int unused = response.getEntity().getContent().read();
                return both(response, client);
              }),
          way(
              "HttpClient: executeOpen(...), EntityUtils.consume",
              0,
              place -> {
                try (CloseableHttpClient client = HttpClients.createDefault()) {
                  ClassicHttpResponse response =
                      client.executeOpen(host(), get(LoopbackServer.SMALL), null);
                  EntityUtils.consume(response.getEntity());
                  return Way.nothingOpen(response);
                }
              }),
          way(
              "HttpClient: execute(HttpGet, HttpClientResponseHandler)",
              0,
              place -> {
                try (CloseableHttpClient client = HttpClients.createDefault()) {
                  return Way.nothingOpen(
                      client.execute(get(LoopbackServer.LARGE), ClassicHttpResponse::getCode));
                }
              }),
          way(
              "HttpClient: execute that is refused",
              0,
              place -> {
                try (CloseableHttpClient client = HttpClients.createDefault()) {
                  HttpGet nobody = new HttpGet("http://127.0.0.1:1/");
                  Way.fails(() -> client.execute(nobody, ClassicHttpResponse::getCode));
                  return Way.nothingOpen(nobody);
                }
              }),
          way(
              "HttpClient: setConnectionManager, shared",
              1,
              "http connection manager",
              place -> lent(new PoolingHttpClientConnectionManager())),
          way(
              "HttpClient: new BasicHttpClientConnectionManager()",
              1,
              "http connection manager",
              place -> lent(new BasicHttpClientConnectionManager())),
          way(
              "HttpClient: HttpAsyncClients.createDefault(), used",
              1,
              "http client",
              place -> {
                CloseableHttpAsyncClient client = HttpAsyncClients.createDefault();
                client.start();
                SimpleHttpRequest request =
                    SimpleRequestBuilder.get(uri(LoopbackServer.SMALL)).build();
                Object unused = client.execute(request, null).get();
                return client;
              }),
          way(
              "HttpClient: HttpAsyncClients.createMinimal()",
              1,
              "http client",
              place -> HttpAsyncClients.createMinimal()),
          way(
              "HttpClient: HttpAsyncClients.createHttp2Default()",
              1,
              "http client",
              place -> HttpAsyncClients.createHttp2Default()));

  @Override
  public List<Way> all() {
    return ALL;
  }

  /** A way that opens a response and, if {@code resources} is at least 2, its client. */
  private static Way way(String code, int resources, Opening opening) {
    Way way = way(code, resources, "http response", opening);
    return resources < 2 ? way : way.types(List.of("http response", "http client"));
  }

  private static Way way(String code, int resources, String type, Opening opening) {
    return Way.way(code, type, opening).resources(resources);
  }

  private static AutoCloseable both(AutoCloseable response, AutoCloseable client) {
    return () -> {
      response.close();
      client.close();
    };
  }

  /** A connection manager that a client has used but not closed. */
  private static AutoCloseable lent(HttpClientConnectionManager manager) throws Exception {
    try (CloseableHttpClient client =
        HttpClients.custom()
            .setConnectionManager(manager)
            .setConnectionManagerShared(true)
            .build()) {
      int unused = client.execute(get(LoopbackServer.SMALL), ClassicHttpResponse::getCode);
    }
    return manager;
  }

  private static HttpGet get(String path) {
    return new HttpGet(uri(path));
  }

  private static String uri(String path) {
    return System.getProperty(LoopbackServer.PROPERTY) + path;
  }

  private static HttpHost host() throws Exception {
    return HttpHost.create(System.getProperty(LoopbackServer.PROPERTY));
  }
}
