package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.LoopbackServer;
import io.ttalloc.it.packs.Place;
import io.ttalloc.it.packs.Way;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import okhttp3.Cache;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** What a program gets from OkHttp. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum OkHttpWay implements Way {
  NOT_CLOSED("OkHttp: Call.execute(), body not closed", 1) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return CLIENT.newCall(get(LoopbackServer.LARGE)).execute();
    }
  },
  READ_IN_PART("OkHttp: Call.execute(), body read in part", 1) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Response response = CLIENT.newCall(get(LoopbackServer.LARGE)).execute();
      int ignored = response.body().byteStream().read();
      return response;
    }
  },
  CANCELED("OkHttp: Call.execute(), canceled, body not closed", 1) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Call call = CLIENT.newCall(get(LoopbackServer.LARGE));
      Response response = call.execute();
      call.cancel();
      return response;
    }
  },
  ENQUEUED("OkHttp: Call.enqueue(Callback), body not closed", 1) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Handed handed = new Handed();
      CLIENT.newCall(get(LoopbackServer.LARGE)).enqueue(handed);
      return handed.response.get();
    }
  },
  CONSUMED("OkHttp: Call.execute(), body read to its end", 0) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Response response = CLIENT.newCall(get(LoopbackServer.SMALL)).execute();
      int ignored = response.body().byteStream().readAllBytes().length;
      return Way.nothingOpen(response);
    }
  },
  REFUSED("OkHttp: Call.execute() that is refused", 0) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Call call = CLIENT.newCall(new Request.Builder().url("http://127.0.0.1:1/").build());
      Way.fails(call::execute);
      return Way.nothingOpen(call);
    }
  },
  CACHE("OkHttp: new Cache(File, long)", 1, "okhttp cache") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      Cache cache = new Cache(place.toFile(), CACHED_BYTES);
      cache.initialize();
      return cache;
    }
  },
  FROM_CACHE("OkHttp: Call.execute() from the cache, not closed", 2, "okhttp cached response") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
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
    }

    @Override
    public List<String> types() {
      return List.of(facts().type(), "okhttp cache");
    }
  };

  private static final long CACHED_BYTES = 1 << 20;
  private static final OkHttpClient CLIENT = new OkHttpClient();

  private final Facts facts;
  private final int resources;

  OkHttpWay(String code, int responses) {
    this(code, responses, "okhttp response");
  }

  OkHttpWay(String code, int resources, String type) {
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

  private static Request get(String path) {
    return new Request.Builder().url(System.getProperty(LoopbackServer.PROPERTY) + path).build();
  }

  /** What a callback has got. */
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
