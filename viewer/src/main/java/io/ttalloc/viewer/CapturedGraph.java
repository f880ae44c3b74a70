package io.ttalloc.viewer;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.text.Numbers;
import io.ttalloc.viewer.history.BufferHistory;
import io.ttalloc.viewer.history.PlacedBuffer;
import io.ttalloc.viewer.history.ViewerOperation;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Converts the events within an operation to the nodes of a graph: named sites become functions,
 * which contain the allocations and deallocations of memory.
 *
 * <p>The ledger does not contain the layout, pages or cores of a buffer, so neither do the nodes.
 * Not thread-safe.
 */
final class CapturedGraph {
  private record Node(String type, Map<String, String> params, List<Integer> connections) {}

  private final List<Node> nodes = new ArrayList<>();
  private final List<Integer> functions = new ArrayList<>();
  private final List<String> sites = new ArrayList<>();

  private CapturedGraph() {}

  /** Returns the graph of the buffers that one call opened. */
  static String of(ViewerOperation operation, BufferHistory history) {
    CapturedGraph graph = begin(operation);
    Map<PlacedBuffer, Integer> ids = new LinkedHashMap<>();
    for (PlacedBuffer buffer : operation.buffers()) {
      graph.enter(history.sitesOf(buffer));
      ids.put(buffer, graph.allocate(buffer));
    }
    graph.enter(List.of());
    graph.omit(operation.omittedBuffers());
    Set<Integer> devices = new LinkedHashSet<>();
    Set<Integer> kept = new LinkedHashSet<>();
    for (PlacedBuffer buffer : operation.buffers()) {
      boolean open = buffer.isOpenAt(operation.endNanos());
      if (buffer.isCircular()) {
        (open ? kept : devices).add(buffer.place().device());
      } else if (!open) {
        graph.deallocate(buffer, ids.getOrDefault(buffer, 0));
      }
    }
    devices.removeAll(kept);
    for (int device : devices) {
      graph.add("circular_buffer_deallocate_all", "device_id", Integer.toString(device));
    }
    return graph.end();
  }

  /**
   * Returns the graph of a mark or of the end, with the circular buffers that exist at that time.
   */
  static String ofMoment(ViewerOperation operation, Collection<PlacedBuffer> circular) {
    CapturedGraph graph = begin(operation);
    circular.stream().limit(ViewerOperation.MAX_BUFFERS).forEach(graph::allocate);
    graph.omit(circular.size() - ViewerOperation.MAX_BUFFERS);
    return graph.end();
  }

  private static CapturedGraph begin(ViewerOperation operation) {
    CapturedGraph graph = new CapturedGraph();
    graph.functions.add(graph.add("capture_start"));
    graph.start(ViewerText.of(operation.name()));
    return graph;
  }

  private String end() {
    finish();
    add("capture_end");
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.beginArray();
      for (int i = 0; i < nodes.size(); i++) {
        write(json, i, nodes.get(i));
      }
      json.endArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonWriter json, int counter, Node node) throws IOException {
    json.beginObject().name("counter").value(counter).name("node_type").value(node.type());
    json.name("params").beginObject();
    for (Map.Entry<String, String> param : node.params().entrySet()) {
      json.name(param.getKey()).value(param.getValue());
    }
    json.endObject().name("connections").beginArray();
    for (int connection : node.connections()) {
      json.value(connection);
    }
    json.endArray().endObject();
  }

  /** Adds a node within the running function. */
  private int add(String type, String... params) {
    Map<String, String> named = new LinkedHashMap<>();
    for (int i = 0; i < params.length; i += 2) {
      named.put(params[i], params[i + 1]);
    }
    int id = nodes.size();
    nodes.add(new Node(type, named, new ArrayList<>()));
    if (!functions.isEmpty()) {
      nodes.get(functions.get(functions.size() - 1)).connections().add(id);
    }
    return id;
  }

  private void start(String name) {
    functions.add(add("function_start", "name", name, "inputs", "0"));
  }

  private void finish() {
    int function = functions.get(functions.size() - 1);
    add("function_end", "name", nodes.get(function).params().getOrDefault("name", ""));
    functions.remove(functions.size() - 1);
  }

  /** Adds a node that says how many buffers are omitted. */
  private void omit(long buffers) {
    if (buffers > 0) {
      start(Numbers.counted(buffers, "more buffer"));
      finish();
    }
  }

  /**
   * Ends and starts functions until the running functions are those on the path, which begins with
   * the outermost.
   */
  private void enter(List<String> path) {
    int same = 0;
    while (same < Math.min(path.size(), sites.size()) && path.get(same).equals(sites.get(same))) {
      same++;
    }
    while (sites.size() > same) {
      finish();
      sites.remove(sites.size() - 1);
    }
    for (String site : path.subList(same, path.size())) {
      start(ViewerText.of(site));
      sites.add(site);
    }
  }

  /** Adds the allocation of a buffer; returns the node of the buffer. */
  private int allocate(PlacedBuffer buffer) {
    String size = Long.toString(buffer.bytes());
    String type = buffer.place().type().name();
    String address = Long.toString(buffer.place().address());
    String device = Integer.toString(buffer.place().device());
    if (buffer.isCircular()) {
      return add(
          "circular_buffer_allocate",
          "address",
          address,
          "size",
          size,
          "core_range_set",
          "{}",
          "device_id",
          device,
          "globally_allocated",
          "0");
    }
    int node = add("buffer", "type", type, "size", size);
    int allocated =
        add("buffer_allocate", "address", address, "size", size, "type", type, "device_id", device);
    nodes.get(allocated).connections().add(node);
    return node;
  }

  private void deallocate(PlacedBuffer buffer, int node) {
    int freed =
        add(
            "buffer_deallocate",
            "size",
            Long.toString(buffer.bytes()),
            "type",
            buffer.place().type().name(),
            "device_id",
            Integer.toString(buffer.place().device()));
    nodes.get(freed).connections().add(node);
  }
}
