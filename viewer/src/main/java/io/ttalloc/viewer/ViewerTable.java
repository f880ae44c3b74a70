package io.ttalloc.viewer;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tables of the database, with the columns that the viewer reads, in the viewer's order. Tables
 * for data that a ledger does not contain stay empty, but the viewer requires them.
 */
enum ViewerTable {
  DEVICES(
      "devices",
      "device_id, num_y_cores, num_x_cores, num_y_compute_cores, num_x_compute_cores,"
          + " worker_l1_size, l1_num_banks, l1_bank_size, address_at_first_l1_bank,"
          + " address_at_first_l1_cb_buffer, num_banks_per_storage_core, num_compute_cores,"
          + " num_storage_cores, total_l1_memory, total_l1_for_tensors,"
          + " total_l1_for_interleaved_buffers, total_l1_for_sharded_buffers, cb_limit"),
  OPERATIONS("operations", "operation_id integer unique, name text, duration float, rank"),
  OPERATION_ARGUMENTS("operation_arguments", "operation_id, name text, value text"),
  STACK_TRACES("stack_traces", "operation_id, stack_trace text, source_file_id"),
  SOURCE_FILES("source_files", "id integer primary key, path text unique not null, contents text"),
  TENSORS(
      "tensors",
      "tensor_id integer unique, shape text, dtype text, layout text, memory_config text,"
          + " device_id, address, buffer_type, rank, size"),
  TENSOR_LIFETIME(
      "tensor_lifetime",
      "tensor_id integer unique, producer_operation_id, last_use_operation_id,"
          + " deallocate_operation_id, producer_source_file text, producer_source_line,"
          + " last_use_source_file text, last_use_source_line"),
  DEVICE_TENSORS("device_tensors", "tensor_id, device_id, address"),
  INPUT_TENSORS("input_tensors", "operation_id, input_index, tensor_id"),
  OUTPUT_TENSORS("output_tensors", "operation_id, output_index, tensor_id, rank"),
  /** The last column is an addition to the viewer's schema. */
  BUFFERS(
      "buffers",
      "operation_id, device_id, address, max_size_per_bank, buffer_type, buffer_layout, rank,"
          + " size_bytes"),
  BUFFER_PAGES(
      "buffer_pages",
      "operation_id, device_id, address, core_y, core_x, bank_id, page_index, page_address,"
          + " page_size, buffer_type"),
  BUFFER_CHUNKS(
      "buffer_chunks",
      "operation_id, device_id, address, bank_id, core_x, core_y, chunk_address, chunk_size,"
          + " page_size, num_pages, buffer_type, rank"),
  CAPTURED_GRAPH("captured_graph", "operation_id, captured_graph text"),
  NODES("nodes", "operation_id, unique_id, node_operation_id, name text"),
  EDGES(
      "edges",
      "operation_id, source_unique_id, sink_unique_id, source_output_index, sink_input_index,"
          + " key"),
  ERRORS(
      "errors",
      "operation_id, operation_name text, error_type text, error_message text, stack_trace text,"
          + " timestamp text"),
  REPORT_METADATA("report_metadata", "key text unique, value text"),
  LOCAL_COMPARISONS("local_tensor_comparison_records", Columns.COMPARISON),
  GLOBAL_COMPARISONS("global_tensor_comparison_records", Columns.COMPARISON),
  /**
   * An additional table with a row for each buffer, for data for which the viewer has no column.
   */
  ALLOCATIONS(
      "tt_alloc_allocations",
      "device_id, address, buffer_type, session text, type text, site text, size_bytes,"
          + " size_per_bank, size_per_bank_estimated, opened_ns, closed_ns,"
          + " first_operation_id, open_at_end, rank, stack_id"),
  /** An additional table: the stacks of buffers. */
  STACKS("tt_alloc_stacks", "stack_id integer primary key, stack text");

  /**
   * Strings used by the enum constants. They are in a class of their own, because an enum cannot
   * declare fields before its constants.
   */
  private static final class Columns {
    static final String COMPARISON =
        "tensor_id, golden_tensor_id, matches, desired_pcc float, actual_pcc float";

    private Columns() {}
  }

  private final String table;
  private final String columns;

  ViewerTable(String table, String columns) {
    this.table = table;
    this.columns = columns;
  }

  /** Returns the columns with types; a column without a type is an integer. */
  private List<String> typedColumns() {
    return Arrays.stream(columns.split(", ", -1))
        .map(column -> column.contains(" ") ? column : column + " integer")
        .toList();
  }

  String create() {
    return "create table " + table + " (" + String.join(", ", typedColumns()) + ")";
  }

  String insert() {
    String values = typedColumns().stream().map(column -> "?").collect(Collectors.joining(", "));
    return "insert into " + table + " values (" + values + ")";
  }
}
