package io.ttalloc.it.libraries;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A program that sends records to a broker, receives them, and queries the broker about them. The
 * program also attempts each of these operations at an address where no broker answers. Arguments:
 * a folder, whether to leak a producer, and the address of the broker.
 */
final class KafkaProgram {
  private static final String NO_BROKER = "127.0.0.1:1";
  private static final int RECORDS = 300;

  private KafkaProgram() {}

  public static void main(String[] args) throws Exception {
    String broker = args[2];
    for (String protocol : List.of("classic", "consumer")) {
      exchange(broker, protocol);
      failToSend();
      failToPoll(protocol);
      failToAsk();
    }
    if (Boolean.parseBoolean(args[1])) {
      leak(broker);
    }
    System.exit(0); // the thread of an open producer continues
  }

  private static void exchange(String broker, String protocol) throws Exception {
    String topic = "topic-" + protocol + "-" + System.nanoTime();
    try (Admin admin = Admin.create(settings(broker))) {
      Object unused = admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
    }
    try (KafkaProducer<String, String> producer = producer(broker, Map.of())) {
      send(producer, topic, RECORDS);
    }
    try (KafkaProducer<String, String> producer =
        producer(broker, Map.of("transactional.id", topic, "compression.type", "gzip"))) {
      producer.initTransactions();
      producer.beginTransaction();
      send(producer, topic, RECORDS);
      producer.commitTransaction();
      producer.beginTransaction();
      send(producer, topic, 1);
      producer.abortTransaction();
    }
    receive(broker, protocol, topic);
    try (Admin admin = Admin.create(settings(broker))) {
      Object unused = admin.deleteTopics(List.of(topic)).all().get();
    }
  }

  private static void send(KafkaProducer<String, String> producer, String topic, int records)
      throws Exception {
    // The first record is sent alone: if the partition has no leader yet, several batches may be
    // rejected in a different order than they were sent in.
    Object first = producer.send(new ProducerRecord<>(topic, "first", "text")).get();
    System.out.println("sent " + first);
    List<Future<?>> sent = new ArrayList<>();
    for (int i = 1; i < records; i++) {
      sent.add(producer.send(new ProducerRecord<>(topic, "key " + i, "text")));
    }
    producer.flush();
    for (Future<?> each : sent) {
      Object unused = each.get();
    }
  }

  private static void receive(String broker, String protocol, String topic) {
    Map<String, Object> settings = settings(broker);
    settings.put("group.id", topic);
    settings.put("group.protocol", protocol);
    settings.put("auto.offset.reset", "earliest");
    settings.put("isolation.level", "read_committed");
    try (KafkaConsumer<String, String> consumer = consumer(settings)) {
      consumer.subscribe(List.of(topic));
      int received = 0;
      while (received < 2 * RECORDS) {
        received += consumer.poll(Duration.ofMillis(200)).count();
      }
      consumer.commitSync();
      System.out.println("received " + received + ", protocol " + protocol);
    }
  }

  private static void failToSend() throws InterruptedException {
    try (KafkaProducer<String, String> producer =
        producer(NO_BROKER, Map.of("max.block.ms", "200"))) {
      Object unused = producer.send(new ProducerRecord<>("topic", "text")).get();
      throw new AssertionError("sent without a broker");
    } catch (ExecutionException expected) {
      System.out.println(expected.getMessage());
    }
  }

  @SuppressWarnings("deprecation") // deprecated in 4; its replacement does not exist in 3
  private static void failToPoll(String protocol) {
    Map<String, Object> settings = settings(NO_BROKER);
    settings.put("group.id", "group");
    settings.put("group.protocol", protocol);
    try (KafkaConsumer<String, String> consumer = consumer(settings)) {
      consumer.subscribe(List.of("topic"));
      Object unused = consumer.poll(Duration.ofMillis(200));
      consumer.close(Duration.ofMillis(100)); // does not wait for the broker
    }
  }

  private static void failToAsk() throws InterruptedException {
    Map<String, Object> settings = settings(NO_BROKER);
    settings.put("default.api.timeout.ms", "500");
    settings.put("request.timeout.ms", "500");
    try (Admin admin = Admin.create(settings)) {
      Object unused = admin.listTopics().names().get();
      throw new AssertionError("asked without a broker");
    } catch (ExecutionException expected) {
      System.out.println(expected.getMessage());
    }
  }

  private static void leak(String broker) throws Exception {
    String topic = "leak-" + System.nanoTime();
    send(producer(broker, Map.of("client.id", "forgotten")), topic, 1);
  }

  private static KafkaProducer<String, String> producer(String broker, Map<String, String> more) {
    Map<String, Object> settings = settings(broker);
    settings.putAll(more);
    return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
  }

  private static KafkaConsumer<String, String> consumer(Map<String, Object> settings) {
    return new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
  }

  private static Map<String, Object> settings(String broker) {
    return new HashMap<>(Map.of("bootstrap.servers", broker));
  }
}
