package io.ttalloc.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that the tables have the columns that the viewer expects, in the same order, since the
 * viewer reads some columns by position.
 */
class ViewerSchemaTest {
  @TempDir private static Path folder;

  @SuppressWarnings("NullAway.Init")
  private static WrittenDatabase database;

  @BeforeAll
  static void write() {
    database = WrittenDatabase.of(LedgerBuilder.ledger(), folder.resolve("report"));
  }

  @AfterAll
  static void close() throws Exception {
    database.close();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ':',
      textBlock =
          """
          devices: device_id integer, num_y_cores integer, num_x_cores integer, \
          num_y_compute_cores integer, num_x_compute_cores integer, worker_l1_size integer, \
          l1_num_banks integer, l1_bank_size integer, address_at_first_l1_bank integer, \
          address_at_first_l1_cb_buffer integer, num_banks_per_storage_core integer, \
          num_compute_cores integer, num_storage_cores integer, total_l1_memory integer, \
          total_l1_for_tensors integer, total_l1_for_interleaved_buffers integer, \
          total_l1_for_sharded_buffers integer, cb_limit integer
          operations: operation_id integer, name text, duration float, rank integer
          operation_arguments: operation_id integer, name text, value text
          stack_traces: operation_id integer, stack_trace text, source_file_id integer
          source_files: id integer, path text, contents text
          tensors: tensor_id integer, shape text, dtype text, layout text, memory_config text, \
          device_id integer, address integer, buffer_type integer, rank integer, size integer
          tensor_lifetime: tensor_id integer, producer_operation_id integer, \
          last_use_operation_id integer, deallocate_operation_id integer, \
          producer_source_file text, producer_source_line integer, \
          last_use_source_file text, last_use_source_line integer
          device_tensors: tensor_id integer, device_id integer, address integer
          input_tensors: operation_id integer, input_index integer, tensor_id integer
          output_tensors: operation_id integer, output_index integer, tensor_id integer, rank integer
          buffers: operation_id integer, device_id integer, address integer, \
          max_size_per_bank integer, buffer_type integer, buffer_layout integer, rank integer, \
          size_bytes integer
          buffer_pages: operation_id integer, device_id integer, address integer, core_y integer, \
          core_x integer, bank_id integer, page_index integer, page_address integer, \
          page_size integer, buffer_type integer
          buffer_chunks: operation_id integer, device_id integer, address integer, \
          bank_id integer, core_x integer, core_y integer, chunk_address integer, \
          chunk_size integer, page_size integer, num_pages integer, buffer_type integer, \
          rank integer
          captured_graph: operation_id integer, captured_graph text
          nodes: operation_id integer, unique_id integer, node_operation_id integer, name text
          edges: operation_id integer, source_unique_id integer, sink_unique_id integer, \
          source_output_index integer, sink_input_index integer, key integer
          errors: operation_id integer, operation_name text, error_type text, error_message text, \
          stack_trace text, timestamp text
          report_metadata: key text, value text
          local_tensor_comparison_records: tensor_id integer, golden_tensor_id integer, \
          matches integer, desired_pcc float, actual_pcc float
          global_tensor_comparison_records: tensor_id integer, golden_tensor_id integer, \
          matches integer, desired_pcc float, actual_pcc float
          """)
  void hasTheseColumnsInThisOrder(String table, String columns) {
    assertThat(
            String.join(
                ", ",
                database.rows(
                    "select name || ' ' || lower(type) from pragma_table_info('" + table + "')")))
        .isEqualTo(columns);
  }

  @Test
  void uniqueAreTheKeysThatTheViewerJoinsBy() {
    assertThat(
            database.rows(
                """
                select m.name, c.name from sqlite_master m, pragma_index_list(m.name) i,
                  pragma_index_info(i.name) c where m.type = 'table' and i."unique" order by 1"""))
        .containsExactly(
            "operations|operation_id",
            "report_metadata|key",
            "source_files|path",
            "tensor_lifetime|tensor_id",
            "tensors|tensor_id");
    assertThat(
            database.rows(
                "select name, pk, \"notnull\" from pragma_table_info('source_files') where pk or \"notnull\""))
        .containsExactly("id|1|0", "path|0|1");
  }

  @Test
  void stacksAreIndexedByTheirFiles() {
    assertThat(
            database.rows(
                "select tbl_name, c.name from sqlite_master m, pragma_index_info(m.name) c"
                    + " where m.name = 'idx_stack_traces_source_file_id'"))
        .containsExactly("stack_traces|source_file_id");
  }

  @Test
  void saysItsVersionAndWhenTheLedgerWasRead() {
    assertThat(database.rows("select * from report_metadata"))
        .contains(
            "schema_version|2.1", "capture_timestamp_ns|1767323047000000000", "tt_alloc_assumed|");
  }

  @Test
  void anEmptyLedgerHasItsEndAsTheOnlyOperation() {
    assertThat(database.rows("select * from operations")).containsExactly("1|process exit|0.0|0");
    assertThat(database.rows("select * from buffers")).isEmpty();
    assertThat(database.rows("select * from errors")).isEmpty();
    assertThat(database.leftOut()).isEmpty();
    assertThat(database.rows("pragma integrity_check")).containsExactly("ok");
  }
}
