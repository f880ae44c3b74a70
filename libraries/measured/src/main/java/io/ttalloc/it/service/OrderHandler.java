package io.ttalloc.it.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code /orders/ID}. Each request opens and closes a connection of the pool, a statement,
 * a result and a file, and each fifth one a further file.
 */
final class OrderHandler extends Handler.Abstract {
  static final int PAGES = 16;
  private static final int WRITE_EVERY = 5;
  private static final int NOT_FOUND = 404;

  private final DataSource pool;
  private final Path folder;

  OrderHandler(DataSource pool, Path folder) {
    this.pool = pool;
    this.folder = folder;
  }

  static Path page(Path folder, int page) {
    return folder.resolve("page-" + page + ".txt");
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String path = request.getHttpURI().getPath();
    int id = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
    String order = find(id);
    if (order == null) {
      response.setStatus(NOT_FOUND);
      callback.succeeded();
      return true;
    }
    if (id % WRITE_EVERY == 0) {
      log(order);
    }
    byte[] body = readPage(id % PAGES).formatted(order).getBytes(UTF_8);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }

  private @Nullable String find(int id) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement select =
            connection.prepareStatement("select item, amount from orders where id = ?")) {
      select.setInt(1, id);
      try (ResultSet found = select.executeQuery()) {
        return found.next() ? found.getInt(2) + " x " + found.getString(1) : null;
      }
    }
  }

  private String readPage(int page) throws IOException {
    try (InputStream in = Files.newInputStream(page(folder, page))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private void log(String order) throws IOException {
    try (OutputStream out = new FileOutputStream(folder.resolve("last-order.txt").toFile())) {
      out.write(order.getBytes(UTF_8));
    }
  }
}
