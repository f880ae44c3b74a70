package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.ways.LoopbackServer;
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Way.Opening;
import io.ttalloc.it.packs.ways.Ways;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import okhttp3.Cache;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Ways to open resources of OkHttp. */
public final class OkHttpWays implements Ways {
  private static final long CACHED_BYTES = 1 << 20;

  private static final OkHttpClient CLIENT = new OkHttpClient();

  private static final List<Way> ALL =
      List.of(
          way(
              "OkHttp: Call.execute(), body not closed",
              1,
              place -> CLIENT.newCall(get(LoopbackServer.LARGE)).execute()),
          way(
              "OkHttp: Call.execute(), body read in part",
              1,
              place -> {
                Response response = CLIENT.newCall(get(LoopbackServer.LARGE)).execute();
                int unused = response.body().byteStream().read();
                return response;
              }),
          way(
              "OkHttp: Call.execute(), canceled, body not closed",
              1,
              place -> {
                Call call = CLIENT.newCall(get(LoopbackServer.LARGE));
                Response response = call.execute();
                call.cancel();
                return response;
              }),
          way(
              "OkHttp: Call.enqueue(Callback), body not closed",
              1,
              place -> {
                Handed handed = new Handed();
                CLIENT.newCall(get(LoopbackServer.LARGE)).enqueue(handed);
                return handed.response.get();
              }),
          way(
              "OkHttp: Call.execute(), body read to its end",
              0,
              place -> {
                Response response = CLIENT.newCall(get(LoopbackServer.SMALL)).execute();
                int unused = response.body().byteStream().readAllBytes().length;
                return Way.nothingOpen(response);
              }),
          way(
              "OkHttp: Call.execute() that is refused",
              0,
              place -> {
                Call call =
                    CLIENT.newCall(new Request.Builder().url("http://127.0.0.1:1/").build());
                Way.fails(call::execute);
                return Way.nothingOpen(call);
              }),
          way(
              "OkHttp: new Cache(File, long)",
              1,
              "okhttp cache",
              place -> {
                Cache cache = new Cache(place.toFile(), CACHED_BYTES);
                cache.initialize();
                return cache;
              }),
          way(
                  "OkHttp: Call.execute() from the cache, not closed",
                  2,
                  "okhttp cached response",
                  place -> {
                    Cache cache = new Cache(place.toFile(), CACHED_BYTES);
                    OkHttpClient client =
                        CLIENT
                            .newBuilder()
                            .cache(cache)
                            .addNetworkInterceptor(
                                chain ->
                                    chain
                                        .proceed(chain.request())
                                        .newBuilder()
                                        .header("Cache-Control", "max-age=60")
                                        .build())
                            .build();
                    client.newCall(get(LoopbackServer.SMALL)).execute().body().bytes();
                    Response response = client.newCall(get(LoopbackServer.SMALL)).execute();
                    return () -> {
                      response.close();
                      cache.close();
                    };
                  })
              .types(List.of("okhttp cached response", "okhttp cache")));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way way(String code, int responses, Opening opening) {
    return way(code, responses, "okhttp response", opening);
  }

  private static Way way(String code, int resources, String type, Opening opening) {
    return Way.way(code, type, opening).resources(resources);
  }

  private static Request get(String path) {
    return new Request.Builder().url(System.getProperty(LoopbackServer.PROPERTY) + path).build();
  }

  /** A callback that completes a future with the response that it receives. */
  private static final class Handed implements Callback {
    private final CompletableFuture<Response> response = new CompletableFuture<>();

    @Override
    public void onFailure(Call call, IOException e) {
      response.completeExceptionally(e);
    }

    @Override
    public void onResponse(Call call, Response got) {
      response.complete(got);
    }
  }
}
