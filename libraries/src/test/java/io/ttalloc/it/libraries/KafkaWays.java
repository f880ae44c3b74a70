package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Ways to create Kafka clients. No broker answers them. */
public final class KafkaWays implements Ways {
  @SuppressWarnings("deprecation") // deprecated in 4; its replacement does not exist in 3
  private static final List<Way> ALL =
      List.of(
          way(
              "new KafkaProducer(Map, Serializer, Serializer)",
              "kafka producer",
              1,
              place ->
                  new KafkaProducer<>(settings(), new StringSerializer(), new StringSerializer())),
          way(
              "new KafkaProducer(...) that fails",
              "kafka producer",
              0,
              place -> {
                Map<String, Object> settings = settings();
                settings.put("interceptor.classes", "none");
                try (KafkaProducer<String, String> made =
                    new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
                  throw new AssertionError(made);
                } catch (KafkaException expected) {
                  return Way.nothingOpen(expected);
                }
              }),
          way("new MockProducer()", "kafka producer", 0, place -> new MockProducer<>()),
          way(
              "new KafkaConsumer(Map, Deserializer, Deserializer)",
              "kafka consumer",
              1,
              place -> consumer("classic")),
          way(
              "new KafkaConsumer(...), polled without a broker",
              "kafka consumer",
              1,
              place -> {
                KafkaConsumer<String, String> consumer = consumer("classic");
                consumer.subscribe(List.of("topic"));
                Object unused = consumer.poll(Duration.ofMillis(100));
                return consumer;
              }),
          way(
              "new KafkaConsumer(...), group.protocol=consumer",
              "kafka consumer",
              1,
              place -> {
                KafkaConsumer<String, String> consumer = consumer("consumer");
                return () -> consumer.close(Duration.ZERO); // does not wait for the broker
              }),
          way("Admin.create(Map)", "kafka admin client", 1, place -> Admin.create(settings())));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, String type, int resources, Opening opening) {
    return Way.way(code, type, opening).resources(resources);
  }

  private static Map<String, Object> settings() {
    return new HashMap<>(Map.of("bootstrap.servers", "127.0.0.1:1"));
  }

  private static KafkaConsumer<String, String> consumer(String protocol) {
    Map<String, Object> settings = settings();
    settings.put("group.id", "group");
    settings.put("group.protocol", protocol);
    return new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
  }
}
