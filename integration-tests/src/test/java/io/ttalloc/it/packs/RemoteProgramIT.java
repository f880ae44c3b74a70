package io.ttalloc.it.packs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that resources opened by RMI and JMX for themselves belong to the JDK, and that those
 * opened by the program inside a remote call do not.
 */
@Variant
class RemoteProgramIT {
  @TempDir private Path folder;

  @EveryJdk
  void theManagementAgentIsInfrastructure(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    tracked
        .on(jdk)
        .jvmFlags(
            "-Dcom.sun.management.jmxremote.port=0",
            "-Dcom.sun.management.jmxremote.authenticate=false",
            "-Dcom.sun.management.jmxremote.ssl=false")
        .main(RemoteProgram.class)
        .run()
        .expectSuccess();

    assertNotAccused(tracked.json());
  }

  @OneJdk
  void whatRemoteCallsKeepIsInfrastructure(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    tracked
        .on(jdk)
        .main(RemoteProgram.class, RemoteProgram.JMX, RemoteProgram.RMI)
        .run()
        .expectSuccess();

    assertNotAccused(tracked.json());
  }

  @OneJdk
  void whatTheProgramOpensInThemIsNot(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked();

    tracked.on(jdk).main(RemoteProgram.class, RemoteProgram.LEAKING).run().expectSuccess();

    Set<String> leaving = new HashSet<>();
    for (JsonObject leak : leaks(tracked.json())) {
      assertThat(leak.get("title").getAsString()).isEqualTo("RemoteProgram.leaveOpen");
      leaving.add(callerOfLeaveOpen(leak));
    }
    assertThat(leaving)
        .containsExactlyInAnyOrder(
            "RemoteProgram$Leaking.call",
            "RemoteProgram$Factory.createSocket",
            "RemoteProgram$Factory.createServerSocket");
  }

  private static List<JsonObject> leaks(JsonReport json) {
    return json.findings().stream().filter(each -> each.get("leak").getAsBoolean()).toList();
  }

  private static String callerOfLeaveOpen(JsonObject leak) {
    boolean isCaller = false;
    for (JsonElement element : leak.getAsJsonArray("openedBy")) {
      JsonObject frame = element.getAsJsonObject();
      String method = frame.get("method").getAsString();
      if (isCaller) {
        String name = frame.get("class").getAsString();
        return name.substring(name.lastIndexOf('.') + 1) + "." + method;
      }
      isCaller = method.equals("leaveOpen");
    }
    throw new AssertionError("no leaveOpen in " + leak);
  }

  private TrackedRun tracked() throws Exception {
    return TrackedRun.in(folder).option("packs=auto");
  }

  private static void assertNotAccused(JsonReport json) {
    assertThat(leaks(json)).isEmpty();
    assertThat(json.misuse()).isEmpty();
    assertThat(json.lastingReasons()).isEmpty();
    assertThat(json.findings("socket"))
        .as("what listens")
        .isNotEmpty()
        .allMatch(RemoteProgramIT::isInfrastructure);
    assertThat(json.findings("executor"))
        .as("the pool of handlers and the scheduler")
        .hasSize(2)
        .allMatch(RemoteProgramIT::isInfrastructure);
  }

  private static boolean isInfrastructure(JsonObject finding) {
    return finding.get("verdict").getAsString().equals("INFRASTRUCTURE");
  }
}
