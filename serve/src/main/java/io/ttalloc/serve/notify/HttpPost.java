package io.ttalloc.serve.notify;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends JSON to one receiver, and reads only the status of its answer. Redirects are not followed,
 * since the user did not specify their target. Not thread-safe.
 */
final class HttpPost {
  /** The first digit of the status codes that RFC 9110 calls successful. */
  private static final int SUCCESS = 2;

  private static final int SERVER_ERROR = 5;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_MANY_REQUESTS = 429;

  /**
   * The result of a request.
   *
   * @param failure the reason why the request failed; empty if the request succeeded
   * @param again whether another attempt may succeed
   */
  record Outcome(String failure, boolean again) {
    static final Outcome SENT = new Outcome("", false);

    boolean isSent() {
      return failure.isEmpty();
    }
  }

  private final HttpClient client;
  private final HttpRequest.Builder request;
  private final Duration timeout;

  HttpPost(Destination to, Duration timeout) {
    this.timeout = timeout;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    this.request =
        HttpRequest.newBuilder(to.url().target())
            .header("Content-Type", "application/json")
            .header("User-Agent", "tt-alloc");
    to.headers().forEach(request::setHeader);
  }

  /** Sends one body and waits for the status; the timeout applies to the whole exchange. */
  Outcome send(byte[] body) throws InterruptedException {
    HttpRequest post = request.copy().POST(HttpRequest.BodyPublishers.ofByteArray(body)).build();
    CompletableFuture<HttpResponse<InputStream>> answer =
        client.sendAsync(post, HttpResponse.BodyHandlers.ofInputStream());
    try {
      HttpResponse<InputStream> response = answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      response.body().close(); // not read, since it may never end
      return outcome(response.statusCode());
    } catch (TimeoutException e) {
      return new Outcome("no answer within " + timeout.toSeconds() + " s", true);
    } catch (ExecutionException e) {
      return new Outcome(reason(Objects.requireNonNullElse(e.getCause(), e)), true);
    } catch (IOException e) {
      return new Outcome(reason(e), true);
    } finally {
      answer.cancel(true); // cancels an exchange that is still running
    }
  }

  private static Outcome outcome(int status) {
    if (status / 100 == SUCCESS) {
      return Outcome.SENT;
    }
    boolean again =
        status / 100 == SERVER_ERROR || status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS;
    String hint = status / 100 == 3 ? " (redirects are not followed)" : "";
    return new Outcome("the receiver answered with status " + status + hint, again);
  }

  private String reason(Throwable failure) {
    if (failure instanceof HttpTimeoutException) {
      return "no answer within " + timeout.toSeconds() + " s";
    }
    if (failure instanceof ConnectException) {
      return failure.getCause() instanceof UnresolvedAddressException
          ? "unknown host"
          : "nothing is listening there, or the host cannot be reached";
    }
    String name = failure.getClass().getSimpleName();
    return failure instanceof IOException
        ? name + ": " + Objects.requireNonNullElse(failure.getMessage(), "no details are known")
        : name;
  }
}
