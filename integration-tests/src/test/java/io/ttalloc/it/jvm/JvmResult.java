package io.ttalloc.it.jvm;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;

/**
 * The exit status and the output of a JVM. Immutable.
 *
 * @param exitStatus its exit status; 128 plus the signal's number if a signal ended it
 * @param out standard output, every character of it
 * @param err standard error, every character of it
 */
public record JvmResult(int exitStatus, String out, String err) {

  /** This result, if the status was 0; else an error that shows all output. */
  public JvmResult expectSuccess() {
    return expectStatus(0);
  }

  /** This result, if the status was the expected one; else an error that shows all output. */
  public JvmResult expectStatus(int expected) {
    if (exitStatus != expected) {
      throw new AssertionError("expected exit status %d, but %s".formatted(expected, this));
    }
    return this;
  }

  /** The object that it printed; an error that shows all output if it is not JSON. */
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
