package io.ttalloc.agent.exit;

/** The module that dumps heaps and threads, which an image made by jlink may lack. Stateless. */
final class ManagementModule {
  private static final String NAME = "jdk.management";

  private ManagementModule() {}

  static boolean isMissing() {
    return ModuleLayer.boot().findModule(NAME).isEmpty();
  }

  /** What a user is told of it. */
  static String expected() {
    return "this Java lacks the module " + NAME + ", expected one that has it";
  }
}
