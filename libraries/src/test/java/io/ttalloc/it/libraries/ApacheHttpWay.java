package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.LoopbackServer;
import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.nio.file.Path;
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

/** What a program gets from Apache HttpClient 5. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum ApacheHttpWay implements Way {
  DEFAULT("HttpClient: HttpClients.createDefault()", 1, "http client") {
    @Override
    public AutoCloseable open(Path place) {
      return HttpClients.createDefault();
    }
  },
  MINIMAL("HttpClient: HttpClients.createMinimal()", 1, "http client") {
    @Override
    public AutoCloseable open(Path place) {
      return HttpClients.createMinimal();
    }
  },
  EVICTING("HttpClient: evictExpiredConnections().build()", 1, "http client") {
    @Override
    public AutoCloseable open(Path place) {
      return HttpClients.custom().evictExpiredConnections().build();
    }
  },
  NOT_CLOSED("HttpClient: execute(HttpGet), not closed", 2) {
    @Override
    @SuppressWarnings("deprecation") // that is what it warns of
    public AutoCloseable open(Path place) throws Exception {
      CloseableHttpClient client = HttpClients.createDefault();
      return both(client.execute(get(LoopbackServer.LARGE)), client);
    }
  },
  READ_IN_PART("HttpClient: executeOpen(...), read in part", 2) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      CloseableHttpClient client = HttpClients.createMinimal();
      ClassicHttpResponse response = client.executeOpen(host(), get(LoopbackServer.LARGE), null);
      int ignored = response.getEntity().getContent().read();
      return both(response, client);
    }
  },
  CONSUMED("HttpClient: executeOpen(...), EntityUtils.consume", 0) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (CloseableHttpClient client = HttpClients.createDefault()) {
        ClassicHttpResponse response = client.executeOpen(host(), get(LoopbackServer.SMALL), null);
        EntityUtils.consume(response.getEntity());
        return Way.nothingOpen(response);
      }
    }
  },
  HANDLED("HttpClient: execute(HttpGet, HttpClientResponseHandler)", 0) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (CloseableHttpClient client = HttpClients.createDefault()) {
        return Way.nothingOpen(
            client.execute(get(LoopbackServer.LARGE), ClassicHttpResponse::getCode));
      }
    }
  },
  REFUSED("HttpClient: execute that is refused", 0) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      try (CloseableHttpClient client = HttpClients.createDefault()) {
        HttpGet nobody = new HttpGet("http://127.0.0.1:1/");
        Way.fails(() -> client.execute(nobody, ClassicHttpResponse::getCode));
        return Way.nothingOpen(nobody);
      }
    }
  },
  POOL("HttpClient: setConnectionManager, shared", 1, "http connection manager") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return lent(new PoolingHttpClientConnectionManager());
    }
  },
  ONE("HttpClient: new BasicHttpClientConnectionManager()", 1, "http connection manager") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return lent(new BasicHttpClientConnectionManager());
    }
  },
  ASYNC("HttpClient: HttpAsyncClients.createDefault(), used", 1, "http client") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      CloseableHttpAsyncClient client = HttpAsyncClients.createDefault();
      client.start();
      SimpleHttpRequest request = SimpleRequestBuilder.get(uri(LoopbackServer.SMALL)).build();
      Object ignored = client.execute(request, null).get();
      return client;
    }
  },
  ASYNC_MINIMAL("HttpClient: HttpAsyncClients.createMinimal()", 1, "http client") {
    @Override
    public AutoCloseable open(Path place) {
      return HttpAsyncClients.createMinimal();
    }
  },
  ASYNC_HTTP2("HttpClient: HttpAsyncClients.createHttp2Default()", 1, "http client") {
    @Override
    public AutoCloseable open(Path place) {
      return HttpAsyncClients.createHttp2Default();
    }
  };

  private final Facts facts;
  private final int resources;

  /** A response and the client that it is from. */
  ApacheHttpWay(String code, int resources) {
    this(code, resources, "http response");
  }

  ApacheHttpWay(String code, int resources, String type) {
    facts = new Facts(code, type, Place.NOTHING, Judged.LEAK);
    this.resources = resources;
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public List<String> types() {
    return resources < 2 ? List.of(facts.type()) : List.of(facts.type(), "http client");
  }

  @Override
  public int resources() {
    return resources;
  }

  private static AutoCloseable both(AutoCloseable response, AutoCloseable client) {
    return () -> {
      response.close();
      client.close();
    };
  }

  /** A manager that a client has used and left open. */
  private static AutoCloseable lent(HttpClientConnectionManager manager) throws Exception {
    try (CloseableHttpClient client =
        HttpClients.custom()
            .setConnectionManager(manager)
            .setConnectionManagerShared(true)
            .build()) {
      int ignored = client.execute(get(LoopbackServer.SMALL), ClassicHttpResponse::getCode);
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
