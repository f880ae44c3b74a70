package io.ttalloc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.text.yaml.Position;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MethodPatternTest {
  private static final Position AT = new Position("rules.yaml", 3, 7);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "close           | close   | ()V                               | true",
        "close           | close   | (Z)V                              | true",
        "close           | closed  | ()V                               | false",
        "<init>          | <init>  | (JLjava/lang/String;)V            | true",
        "close()         | close   | ()V                               | true",
        "close( )        | close   | ()V                               | true",
        "close()         | close   | (Z)V                              | false",
        "f(int)          | f       | (I)V                              | true",
        "f(int)          | f       | (J)V                              | false",
        "f(int)          | f       | ()V                               | false",
        "f(int)          | f       | (II)V                             | false",
        "f(in)           | f       | (I)V                              | false",
        "f(long, boolean)| f       | (JZ)V                             | true",
        "f(byte,char,double,float,short) | f | (BCDFS)I                | true",
        "f(Device)       | f       | (Lcom/acme/Device;)V              | true",
        "f(Device)       | f       | (LDevice;)V                       | true",
        "f(Device)       | f       | (Lcom/acme/MeshDevice;)V          | false",
        "f(Device)       | f       | (Lcom/acme/DeviceX;)V             | false",
        "f(MeshDevice)   | f       | (Lcom/acme/Device;)V              | false",
        "f(acme.Device)  | f       | (Lcom/acme/Device;)V              | false",
        "f(com.acme.Device) | f    | (Lcom/acme/Device;)V              | true",
        "f(com.acme.Device) | f    | (Lorg/com/acme/Device;)V          | false",
        "f(Map$Entry)    | f       | (Ljava/util/Map$Entry;)V          | true",
        "f(Entry)        | f       | (Ljava/util/Map$Entry;)V          | true",
        "f(java.util.Map$Entry) | f| (Ljava/util/Map$Entry;)V          | true",
        "f(Map)          | f       | (Ljava/util/Map$Entry;)V          | false",
        "f(long[])       | f       | ([J)V                             | true",
        "f(long[])       | f       | (J)V                              | false",
        "f(long)         | f       | ([J)V                             | false",
        "f(long[][])     | f       | ([J)V                             | false",
        "f(long[])       | f       | ([[J)V                            | false",
        "f(String[][],int) | f     | ([[Ljava/lang/String;I)V          | true",
        "f(java.lang.String[]) | f | ([Ljava/lang/String;)V            | true",
        "f(String...)    | f       | ([Ljava/lang/String;)V            | true",
        "f(String,Device)| f       | (Ljava/lang/String;La/Device;)La/B; | true",
        "f(String)       | f       | (Ljava/lang/String;La/Device;)V   | false",
      })
  void matchesNameAndDescriptor(String text, String name, String descriptor, boolean expected) {
    MethodPattern pattern = MethodPattern.parse(text, AT);
    assertThat(pattern).isNotNull();
    assertThat(pattern.matches(name, descriptor)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"close", "<init>", "close()", "f(a.B[],int,C$D)", "<init>(long)"})
  void isWrittenAsItWasRead(String text) {
    MethodPattern pattern = MethodPattern.parse(text, AT);
    assertThat(pattern).hasToString(text);
    assertThat(MethodPattern.parse(String.valueOf(pattern), AT)).isEqualTo(pattern);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "()", "close(", "close)", "close(,)", "close(int,)", "close(int) ", "close()x",
            "<clinit>",
        "<init", "a.b", "a b", "f(List<String>)", "f(void)", "f([])", "f(int x)", "f(int[)", "f*"
      })
  void refusesWhatIsNoPattern(String text) {
    assertThat(MethodPattern.parse(text, AT)).isNull();
  }
}
