package io.ttalloc.it.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import javax.sql.DataSource;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers {@code /orders/CUSTOMER} with a page of that customer's orders. Each request opens and
 * closes a pooled connection, a statement, a result set and a file; every fifth request also opens
 * and closes a second file.
 */
final class OrderHandler extends Handler.Abstract {
  static final int PAGES = 16;
  private static final int WRITE_EVERY = 5;

  private final DataSource pool;
  private final Path folder;

  OrderHandler(DataSource pool, Path folder) {
    this.pool = pool;
    this.folder = folder;
  }

  static Path page(Path folder, int page) {
    return folder.resolve("page-" + page + ".html");
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String path = request.getHttpURI().getPath();
    int customer = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
    String rows = rows(customer);
    if (customer % WRITE_EVERY == 0) {
      log(customer);
    }
    byte[] body = readPage(customer % PAGES).formatted(customer, rows).getBytes(UTF_8);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html");
    response.getHeaders().put(HttpHeader.ETAG, tag(body));
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }

  private String rows(int customer) throws SQLException {
    StringBuilder rows = new StringBuilder();
    try (Connection connection = pool.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "select id, item, amount from orders where customer = ? order by amount desc, id")) {
      select.setInt(1, customer);
      try (ResultSet found = select.executeQuery()) {
        while (found.next()) {
          rows.append(
              "<tr><td>%06d</td><td>%s</td><td>%,d</td></tr>%n"
                  .formatted(found.getInt(1), found.getString(2), found.getInt(3)));
        }
      }
    }
    return rows.toString();
  }

  private String readPage(int page) throws IOException {
    try (InputStream in = Files.newInputStream(page(folder, page))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private void log(int customer) throws IOException {
    try (OutputStream out = new FileOutputStream(folder.resolve("last-customer.txt").toFile())) {
      out.write(Integer.toString(customer).getBytes(UTF_8));
    }
  }

  private static String tag(byte[] body) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
  }
}
