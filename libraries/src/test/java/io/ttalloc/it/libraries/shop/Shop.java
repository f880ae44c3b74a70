package io.ttalloc.it.libraries.shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.event.EventListener;

/** The application. Prints {@link #LISTENING} and its port when it is listening. */
@SpringBootApplication
public class Shop {
  public static final String LISTENING = "listening on ";

  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  @EventListener
  void listening(ServletWebServerInitializedEvent event) {
    System.out.println(LISTENING + event.getWebServer().getPort());
  }
}
