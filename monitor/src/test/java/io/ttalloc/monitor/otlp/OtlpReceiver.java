package io.ttalloc.monitor.otlp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.zip.GZIPInputStream;

/**
 * A real server that takes metrics by OTLP over HTTP, with the classes of the protocol's authors.
 */
final class OtlpReceiver implements AutoCloseable {
  private final HttpServer server;
  private final BlockingQueue<ExportMetricsServiceRequest> requests = new LinkedBlockingQueue<>();
  private final BlockingQueue<Integer> statuses = new LinkedBlockingQueue<>();
  final List<String> headers = new CopyOnWriteArrayList<>();

  OtlpReceiver(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/v1/metrics", this::take);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/v1/metrics";
  }

  /** How the next ones are answered, one after the other; all others get 200. */
  OtlpReceiver answering(int... next) {
    for (int status : next) {
      statuses.add(status);
    }
    return this;
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      headers.add(
          exchange.getRequestMethod()
              + " "
              + exchange.getRequestHeaders().getFirst("Content-Type")
              + " "
              + exchange.getRequestHeaders().getFirst("Authorization"));
      boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
      Integer status = statuses.poll();
      ExportMetricsServiceRequest request;
      try (InputStream body = exchange.getRequestBody();
          InputStream content = zipped ? new GZIPInputStream(body) : body) {
        request = ExportMetricsServiceRequest.parseFrom(content);
      }
      byte[] answer = ExportMetricsServiceResponse.getDefaultInstance().toByteArray();
      exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
      exchange.getResponseHeaders().set("Location", url() + "/elsewhere");
      exchange.sendResponseHeaders(status == null ? 200 : status, answer.length == 0 ? -1 : 0);
      if (status == null) {
        requests.add(request);
      }
    }
  }

  /** The next one that was accepted. */
  ExportMetricsServiceRequest next() throws InterruptedException {
    return requests.take();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
