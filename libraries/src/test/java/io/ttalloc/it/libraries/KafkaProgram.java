package io.ttalloc.it.libraries;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A program that sends, polls and asks, and gets no answer: there is no broker. Arguments: a
 * folder, whether it leaks a producer.
 */
final class KafkaProgram {
  private KafkaProgram() {}

  public static void main(String[] args) throws Exception {
    for (String protocol : List.of("classic", "consumer")) {
      send();
      poll(protocol);
      ask();
    }
    if (Boolean.parseBoolean(args[1])) {
      leak();
    }
    System.exit(0); // the thread of a producer that is open goes on
  }

  private static void send() throws InterruptedException {
    try (KafkaProducer<String, String> producer = producer()) {
      Object ignored = producer.send(new ProducerRecord<>("topic", "text")).get();
      throw new AssertionError("sent without a broker");
    } catch (ExecutionException expected) {
      System.out.println(expected.getMessage());
    }
  }

  @SuppressWarnings("deprecation") // in 4; what replaces it is not in 3
  private static void poll(String protocol) {
    Map<String, Object> settings = settings();
    settings.put("group.id", "group");
    settings.put("group.protocol", protocol);
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of("topic"));
      Object ignored = consumer.poll(Duration.ofMillis(200));
      consumer.close(Duration.ofMillis(100)); // does not wait for the broker
    }
  }

  private static void ask() throws InterruptedException {
    Map<String, Object> settings = settings();
    settings.put("default.api.timeout.ms", "500");
    settings.put("request.timeout.ms", "500");
    try (Admin admin = Admin.create(settings)) {
      Object ignored = admin.listTopics().names().get();
      throw new AssertionError("asked without a broker");
    } catch (ExecutionException expected) {
      System.out.println(expected.getMessage());
    }
  }

  private static void leak() {
    Object ignored = producer();
  }

  private static KafkaProducer<String, String> producer() {
    Map<String, Object> settings = settings();
    settings.put("max.block.ms", "200");
    return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
  }

  private static Map<String, Object> settings() {
    return new HashMap<>(Map.of("bootstrap.servers", "127.0.0.1:1"));
  }
}
