package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.nio.file.Path;
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

/** How Kafka's clients are made. No broker answers them. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum KafkaWay implements Way {
  PRODUCER("new KafkaProducer(Map, Serializer, Serializer)", "kafka producer", 1) {
    @Override
    public AutoCloseable open(Path place) {
      return new KafkaProducer<>(settings(), new StringSerializer(), new StringSerializer());
    }
  },
  PRODUCER_FAILS("new KafkaProducer(...) that fails", "kafka producer", 0) {
    @Override
    public AutoCloseable open(Path place) {
      Map<String, Object> settings = settings();
      settings.put("interceptor.classes", "none");
      try (KafkaProducer<String, String> made =
          new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
        throw new AssertionError(made);
      } catch (KafkaException expected) {
        return Way.nothingOpen(expected);
      }
    }
  },
  MOCK("new MockProducer()", "kafka producer", 0) {
    @Override
    public AutoCloseable open(Path place) {
      return new MockProducer<>();
    }
  },
  CONSUMER("new KafkaConsumer(Map, Deserializer, Deserializer)", "kafka consumer", 1) {
    @Override
    public AutoCloseable open(Path place) {
      return consumer("classic");
    }
  },
  CONSUMER_POLLED("new KafkaConsumer(...), polled without a broker", "kafka consumer", 1) {
    @Override
    public AutoCloseable open(Path place) {
      KafkaConsumer<String, String> consumer = consumer("classic");
      consumer.subscribe(List.of("topic"));
      Object ignored = consumer.poll(Duration.ofMillis(100));
      return consumer;
    }
  },
  CONSUMER_PROTOCOL("new KafkaConsumer(...), group.protocol=consumer", "kafka consumer", 1) {
    @Override
    @SuppressWarnings("deprecation") // in 4; what replaces it is not in 3
    public AutoCloseable open(Path place) {
      KafkaConsumer<String, String> consumer = consumer("consumer");
      return () -> consumer.close(Duration.ZERO); // does not wait for the broker
    }
  },
  ADMIN("Admin.create(Map)", "kafka admin client", 1) {
    @Override
    public AutoCloseable open(Path place) {
      return Admin.create(settings());
    }

    /** Its thread works for it. */
    @Override
    public Facts facts() {
      Facts facts = super.facts();
      return new Facts(facts.code(), facts.type(), facts.place(), Judged.LEAK_WHILE_KEPT);
    }
  };

  private final Facts facts;
  private final int resources;

  KafkaWay(String code, String type, int resources) {
    facts = new Facts(code, type, Place.NOTHING, Judged.LEAK);
    this.resources = resources;
  }

  @Override
  public Facts facts() {
    return facts;
  }

  @Override
  public int resources() {
    return resources;
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
