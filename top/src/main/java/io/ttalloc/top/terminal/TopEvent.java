package io.ttalloc.top.terminal;

import io.ttalloc.top.TopKey;

/** An event that other threads send to the thread that draws. */
sealed interface TopEvent {

  /** A key was pressed. */
  record Pressed(TopKey key) implements TopEvent {}

  /** A new state was read. */
  record Read() implements TopEvent {}

  /** The watch has failed. */
  record Failed(Throwable why) implements TopEvent {}

  /** Something is to be said. */
  record Said(String sentence) implements TopEvent {}

  /** The terminal has another size. */
  record Resized() implements TopEvent {}

  /** The process is to be stopped until it is continued. */
  record Stopped() implements TopEvent {}

  /** The process goes on. */
  record Continued() implements TopEvent {}

  /**
   * The end.
   *
   * @param status the exit status of the command
   */
  record Quit(int status) implements TopEvent {}
}
