package io.ttalloc.maven;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/** Adds the agent to the flags of the JVMs in which Surefire runs tests. */
@Mojo(name = "prepare-agent", defaultPhase = LifecyclePhase.INITIALIZE, threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets the annotated fields before it runs the goal
public class PrepareAgentGoal extends Goal {

  /**
   * The system property that turns tracking on. The check goal also uses it to find out whether the
   * flags reached the JVM.
   */
  static final String ENABLED = "TT_ALLOC_TRACKING_ENABLED";

  /** The property from which Surefire and Failsafe read the JVM flags. */
  @Parameter(property = "tt-alloc.propertyName", defaultValue = "argLine")
  private String propertyName;

  /** Further options of the agent, such as {@code packs=auto,track=com.acme.**}. */
  @Parameter(property = "tt-alloc.options")
  private @Nullable String options;

  @Override
  void run() throws IOException, MojoExecutionException {
    Path ledgers = directory();
    if (ledgers.toString().indexOf(',') >= 0) {
      throw new MojoExecutionException(
          "tt-alloc: the path "
              + ledgers
              + " contains a comma, which separates the agent's options; expected a path without"
              + " one");
    }
    Ledgers.prepare(ledgers, session().getStartTime().toInstant());
    WovenClasses.copy(WovenClasses.shared(session()), ledgers);
    Path agent = Jars.agent(ledgers);
    String flag =
        "-javaagent:"
            + agent
            + "=dir="
            + ledgers
            + ",dump="
            + ledgers.resolve("%p.txt")
            + (options == null || options.isBlank() ? "" : "," + options.strip());
    Properties properties = project().getProperties();
    String before = properties.getProperty(propertyName, "").strip();
    if (before.contains("-javaagent:" + agent)) {
      return; // already prepared for earlier tests
    }
    String flags = (flag.indexOf(' ') < 0 ? flag : '"' + flag + '"') + " -D" + ENABLED + "=1";
    properties.setProperty(propertyName, before.isEmpty() ? flags : flags + " " + before);
    getLog().info(propertyName + " set to " + properties.getProperty(propertyName));
  }
}
