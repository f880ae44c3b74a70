package io.ttalloc.it.libraries.shop;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Handles the HTTP requests of the application. */
@RestController
@SuppressWarnings("resource") // two of its methods leak
public class OrderController {
  private final OrderService orders;
  private final DataSource source;

  OrderController(OrderService orders, DataSource source) {
    this.orders = orders;
    this.source = source;
  }

  @GetMapping("/orders/{product}")
  String order(@PathVariable("product") long product, @RequestParam("file") String file)
      throws SQLException, IOException {
    orders.place(product);
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return orders.count() + " " + in.readAllBytes().length;
    }
  }

  @GetMapping("/leaky-connection")
  String leakConnection() throws SQLException {
    Connection connection = source.getConnection();
    return connection.getCatalog();
  }

  @GetMapping("/leaky-file")
  String leakFile(@RequestParam("file") String file) throws IOException {
    InputStream in = new FileInputStream(file);
    return "" + in.read();
  }
}
