package io.ttalloc.it.jvm;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;

/**
 * The exit status and the output of a JVM. Immutable.
 *
 * @param exitStatus the exit status; 128 plus the signal number if a signal ended the JVM
 * @param out all of standard output
 * @param err all of standard error
 */
public record JvmResult(int exitStatus, String out, String err) {

  /** Returns this result if the status is 0; otherwise throws an error that shows all output. */
  public JvmResult expectSuccess() {
    return expectStatus(0);
  }

  /**
   * Returns this result if the status is the expected one; otherwise throws an error that shows all
   * output.
   */
  public JvmResult expectStatus(int expected) {
    if (exitStatus != expected) {
      throw new AssertionError("expected exit status %d, but %s".formatted(expected, this));
    }
    return this;
  }

  /**
   * The JSON object that the process printed; throws an error that shows all output if it is not
   * JSON.
   */
  public JsonObject json() {
    try {
      return JsonParser.parseString(out).getAsJsonObject();
    } catch (JsonParseException | IllegalStateException e) {
      throw new AssertionError("expected JSON on standard output, but " + this, e);
    }
  }

  /** Everything that a failed test should show. */
  @Override
  public String toString() {
    return "exit status %d%n--- standard output%n%s--- standard error%n%s---"
        .formatted(exitStatus, out, err);
  }
}
