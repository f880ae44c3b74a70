package io.ttalloc.viewer;

import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.TypeNames;
import io.ttalloc.viewer.history.BufferHistory;
import io.ttalloc.viewer.history.BufferSweep;
import io.ttalloc.viewer.history.PlacedBuffer;
import io.ttalloc.viewer.history.PlacedBuffer.Place;
import io.ttalloc.viewer.history.ShownOperations;
import io.ttalloc.viewer.history.ViewerOperation;
import io.ttalloc.viewer.history.ViewerTensor;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Fills the tables of one database, in one transaction. Not thread-safe. */
final class ViewerDatabase {
  /** The application id by which databases of tt-alloc are recognised: {@code ttal}. */
  static final int APPLICATION_ID = 0x7474616c;

  private static final String SCHEMA_VERSION = "2.1";

  /**
   * The placeholder for text that the viewer requires but a ledger does not contain; the viewer
   * shows the placeholder unchanged.
   */
  private static final String UNKNOWN = "unknown";

  // Assumed values, marked as such in the report: the viewer scales its drawings by these numbers,
  // but a ledger does not contain the kind of chip.
  private static final int CORES = 64;
  private static final int CORES_PER_SIDE = 8;
  private static final int L1_BYTES = 1_499_136;
  private static final int FIRST_CIRCULAR_BUFFER = 101_152;
  private static final int L1_BANK_BYTES = L1_BYTES - FIRST_CIRCULAR_BUFFER;

  private static final String ASSUMED =
      "devices: cores and L1 are assumed to be those of a Wormhole chip with %d cores; the ledger does not say what chips the devices are"
          .formatted(CORES);

  private final Connection database;
  private final Report report;
  private final BufferHistory history;
  private final ShownOperations operations;
  private final Map<String, Integer> sources = new HashMap<>();

  ViewerDatabase(
      Connection database, Report report, BufferHistory history, ShownOperations operations) {
    this.database = database;
    this.report = report;
    this.history = history;
    this.operations = operations;
  }

  /**
   * Writes all tables.
   *
   * @param leftOut sentences that say what is omitted
   */
  void write(List<String> leftOut) throws SQLException {
    try (Statement statement = database.createStatement()) {
      // No journal is needed, because the file has a temporary name until it is complete.
      statement.execute("pragma journal_mode = off");
      statement.execute("pragma synchronous = off");
      statement.execute("pragma application_id = " + APPLICATION_ID);
      database.setAutoCommit(false);
      for (ViewerTable table : ViewerTable.values()) {
        statement.execute(table.create());
      }
      statement.execute(
          "create index idx_stack_traces_source_file_id on stack_traces (source_file_id)");
    }
    fill(ViewerTable.REPORT_METADATA, rows -> writeMetadata(rows, leftOut));
    fill(ViewerTable.DEVICES, this::writeDevices);
    fill(ViewerTable.OPERATIONS, this::writeOperations);
    fill(ViewerTable.OPERATION_ARGUMENTS, this::writeArguments);
    fill(ViewerTable.SOURCE_FILES, this::writeSources);
    fill(ViewerTable.STACK_TRACES, this::writeStacks);
    fill(
        ViewerTable.BUFFERS,
        buffers -> fill(ViewerTable.CAPTURED_GRAPH, graphs -> writeBuffers(buffers, graphs)));
    fill(ViewerTable.TENSORS, this::writeTensors);
    fill(ViewerTable.TENSOR_LIFETIME, this::writeLifetimes);
    fill(ViewerTable.DEVICE_TENSORS, this::writeDeviceTensors);
    fill(ViewerTable.OUTPUT_TENSORS, this::writeOutputs);
    fill(ViewerTable.ERRORS, new LeakErrors(report, history, operations)::write);
    fill(ViewerTable.ALLOCATIONS, this::writeAllocations);
    fill(ViewerTable.STACKS, this::writeBufferStacks);
    database.commit();
  }

  private interface Filling {
    void addTo(TableRows rows) throws SQLException;
  }

  private void fill(ViewerTable table, Filling filling) throws SQLException {
    try (TableRows rows = new TableRows(database, table)) {
      filling.addTo(rows);
      rows.finish();
    }
  }

  private void writeMetadata(TableRows metadata, List<String> leftOut) throws SQLException {
    Instant read = report.process().clock().readAt();
    long nanos = read.getEpochSecond() * 1_000_000_000 + read.getNano();
    metadata.add("schema_version", SCHEMA_VERSION);
    metadata.add("capture_timestamp_ns", Long.toString(nanos));
    metadata.add("tt_alloc_pid", Long.toString(report.process().pid()));
    metadata.add("tt_alloc_leaks", Long.toString(report.leaks()));
    metadata.add("tt_alloc_left_out", String.join("; ", leftOut));
    long estimated = history.buffers().stream().filter(PlacedBuffer::isEstimated).count();
    metadata.add("tt_alloc_buffers_with_estimated_size", Long.toString(estimated));
    metadata.add("tt_alloc_assumed", devices().isEmpty() ? "" : ASSUMED);
  }

  private SortedSet<Integer> devices() {
    SortedSet<Integer> ids = new TreeSet<>();
    for (DeviceRow row : report.memory().devices()) {
      ids.add(row.device());
    }
    history.buffers().forEach(buffer -> ids.add(buffer.place().device()));
    return ids;
  }

  private void writeDevices(TableRows devices) throws SQLException {
    for (int id : devices()) {
      long banks = (long) CORES * L1_BANK_BYTES;
      devices.add(
          id,
          CORES_PER_SIDE,
          CORES_PER_SIDE,
          CORES_PER_SIDE,
          CORES_PER_SIDE,
          L1_BYTES,
          CORES,
          L1_BANK_BYTES,
          0,
          FIRST_CIRCULAR_BUFFER,
          1,
          CORES,
          0,
          (long) CORES * L1_BYTES,
          banks,
          banks,
          banks,
          L1_BANK_BYTES);
    }
  }

  private void writeOperations(TableRows rows) throws SQLException {
    for (ViewerOperation operation : operations.all()) {
      double seconds = (operation.endNanos() - operation.startNanos()) / 1e9;
      rows.add(operation.id(), ViewerText.of(operation.name()), seconds, operation.rank());
    }
  }

  private void writeArguments(TableRows arguments) throws SQLException {
    for (ViewerOperation operation : operations.all()) {
      if (operation.kind() != ViewerOperation.Kind.CALL) {
        continue;
      }
      List<String> opened = new ArrayList<>();
      for (Map.Entry<TypeEntry, Long> type : operation.types().entrySet()) {
        opened.add(ViewerText.of(TypeNames.counted(type.getValue(), type.getKey().name())));
      }
      Frame yours = operation.yours();
      if (yours != null) {
        arguments.add(operation.id(), "called by", ViewerText.frame(yours));
      }
      arguments.add(operation.id(), "opened", String.join(", ", opened));
      arguments.add(operation.id(), "at", "+" + Numbers.duration(operation.startNanos()));
      if (operation.cycle() != null) {
        arguments.add(operation.id(), "cycle", ViewerText.of(operation.cycle()));
      }
    }
  }

  private void writeSources(TableRows files) throws SQLException {
    for (ViewerOperation operation : operations.all()) {
      String path = ViewerText.sourcePath(operation.yours());
      if (path != null && !sources.containsKey(path)) {
        sources.put(path, sources.size() + 1);
        files.add(sources.size(), path, null);
      }
    }
  }

  private void writeStacks(TableRows stacks) throws SQLException {
    for (ViewerOperation operation : operations.all()) {
      if (!operation.stack().isEmpty()) {
        String path = ViewerText.sourcePath(operation.yours());
        Integer source = path == null ? null : sources.get(path);
        stacks.add(operation.id(), ViewerText.stack(operation.stack()), source);
      }
    }
  }

  private void writeBuffers(TableRows buffers, TableRows graphs) throws SQLException {
    BufferSweep sweep = new BufferSweep(history.buffers());
    for (ViewerOperation operation : operations.all()) {
      sweep.advanceTo(operation.endNanos());
      for (PlacedBuffer buffer : operations.rowsOf(operation, sweep)) {
        Place place = buffer.place();
        buffers.add(
            operation.id(),
            place.device(),
            place.address(),
            buffer.perBank(),
            place.type().code(),
            null,
            buffer.rank(),
            buffer.bytes());
      }
      String graph =
          operation.kind() == ViewerOperation.Kind.CALL
              ? CapturedGraph.of(operation, history)
              : CapturedGraph.ofMoment(operation, sweep.circular());
      graphs.add(operation.id(), graph);
    }
  }

  /** Writes data about a tensor; tensors are numbered from 1. */
  private interface TensorFilling {
    void add(int id, ViewerTensor tensor) throws SQLException;
  }

  private void forEachTensor(TensorFilling filling) throws SQLException {
    int id = 0;
    for (ViewerTensor tensor : history.tensors()) {
      filling.add(++id, tensor);
    }
  }

  private void writeTensors(TableRows tensors) throws SQLException {
    forEachTensor(
        (id, tensor) -> {
          PlacedBuffer first = tensor.buffers().isEmpty() ? null : tensor.buffers().get(0);
          Place place = first == null ? null : first.place();
          tensors.add(
              id,
              UNKNOWN,
              UNKNOWN,
              UNKNOWN,
              null,
              place == null ? null : place.device(),
              place == null ? null : place.address(),
              place == null ? null : place.type().code(),
              tensor.producer().rank(),
              first == null ? null : first.perBank());
        });
  }

  /**
   * Writes the lifetimes of tensors. The ledger contains the times at which a tensor was opened and
   * closed, but not when it was used.
   */
  private void writeLifetimes(TableRows lifetimes) throws SQLException {
    forEachTensor(
        (id, tensor) -> {
          ViewerOperation producer = tensor.producer();
          ViewerOperation end =
              tensor.isOpen() ? null : operations.endingAfter(tensor.closedNanos());
          Frame yours = producer.yours();
          lifetimes.add(
              id,
              producer.id() > 0 ? producer.id() : null,
              null,
              end == null ? null : end.id(),
              ViewerText.sourcePath(yours),
              yours == null || yours.line() <= 0 ? null : yours.line(),
              null,
              null);
        });
  }

  private void writeDeviceTensors(TableRows rows) throws SQLException {
    forEachTensor(
        (id, tensor) -> {
          for (PlacedBuffer buffer : tensor.buffers()) {
            rows.add(id, buffer.place().device(), buffer.place().address());
          }
        });
  }

  private void writeOutputs(TableRows outputs) throws SQLException {
    Map<Integer, Integer> next = new HashMap<>();
    forEachTensor(
        (id, tensor) -> {
          ViewerOperation producer = tensor.producer();
          if (producer.id() > 0) {
            int index = next.merge(producer.id(), 1, Integer::sum) - 1;
            outputs.add(producer.id(), index, id, producer.rank());
          }
        });
  }

  private void writeAllocations(TableRows rows) throws SQLException {
    Map<Integer, String> types = new HashMap<>();
    Map<Integer, String> sites = new HashMap<>();
    for (PlacedBuffer buffer : listed()) {
      Place place = buffer.place();
      rows.add(
          place.device(),
          place.address(),
          place.type().code(),
          buffer.session() == null ? null : ViewerText.of(buffer.session()),
          types.computeIfAbsent(
              buffer.tally().id(), id -> ViewerText.of(buffer.tally().type().name())),
          sites.computeIfAbsent(buffer.tally().id(), id -> ViewerText.of(history.siteOf(buffer))),
          buffer.bytes(),
          buffer.perBank(),
          buffer.isEstimated() ? 1 : 0,
          buffer.openedNanos(),
          buffer.isOpen() ? null : buffer.closedNanos(),
          operations.firstAfter(buffer),
          buffer.isOpen() ? 1 : 0,
          buffer.rank(),
          buffer.tally().id());
    }
  }

  /** The buffers to list in the additional table of allocations. */
  private List<PlacedBuffer> listed() {
    List<PlacedBuffer> all = history.buffers();
    return all.subList(0, (int) Math.min(all.size(), ShownOperations.MAX_BUFFERS));
  }

  private void writeBufferStacks(TableRows rows) throws SQLException {
    Set<Integer> written = new HashSet<>();
    for (PlacedBuffer buffer : listed()) {
      if (written.add(buffer.tally().id())) {
        rows.add(buffer.tally().id(), ViewerText.stack(buffer.tally().stack()));
      }
    }
  }
}
