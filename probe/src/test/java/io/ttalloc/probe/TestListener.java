package io.ttalloc.probe;

import io.ttalloc.probe.hook.ProbeListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the probe's notifications for the test. */
class TestListener implements ProbeListener {
  /** The failures reported to the listener, in order. */
  final List<Throwable> failures = new CopyOnWriteArrayList<>();

  final List<String> attributeFailures = new CopyOnWriteArrayList<>();
  final List<Integer> switchedOff = new CopyOnWriteArrayList<>();
  final List<String> openedAgain = new CopyOnWriteArrayList<>();
  final List<String> marks = new CopyOnWriteArrayList<>();

  @Override
  public void marked(String name) {
    marks.add(name);
  }

  @Override
  public void failed(Throwable thrown) {
    failures.add(thrown);
  }

  @Override
  public void attributeThrew(String attribute, String className, Throwable thrown) {
    attributeFailures.add(attribute + " of " + className + ": " + thrown.getMessage());
  }

  @Override
  public void openedAgain(String type, String classes, long number, boolean isOfObject) {
    openedAgain.add(type + " " + number + (isOfObject ? " of an object" : ""));
  }

  @Override
  public void switchedOff(int errors) {
    switchedOff.add(errors);
  }
}
