package io.ttalloc.top.terminal;

import io.ttalloc.top.TopKey;

/** An event that other threads send to the drawing thread. */
sealed interface TopEvent {

  /** A key was pressed. */
  record Pressed(TopKey key) implements TopEvent {}

  /** A new state was read. */
  record Read() implements TopEvent {}

  /** The watch has failed. */
  record Failed(Throwable why) implements TopEvent {}

  /** A message for the user. */
  record Said(String sentence) implements TopEvent {}

  /** The size of the terminal has changed. */
  record Resized() implements TopEvent {}

  /** The process should be stopped until it is continued. */
  record Stopped() implements TopEvent {}

  /** The process was continued. */
  record Continued() implements TopEvent {}

  /**
   * The session should end.
   *
   * @param status the exit status of the command
   */
  record Quit(int status) implements TopEvent {}
}
