package io.ttalloc.agent.weave;

import io.ttalloc.probe.Hooks;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner.Typing;
import org.jspecify.annotations.Nullable;

/**
 * The code that is inlined into woven methods. Templates, never called: Byte Buddy copies their
 * instructions, with the parameters that carry one of the annotations below replaced by constants
 * or by reads of what the rule names.
 */
final class Advices {
  private Advices() {}

  /** Index of the rule's type in the probe's rules. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface TypeIndex {}

  /** Index of the scope in the probe's rules. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface ScopeIndex {}

  /** An attribute of the rule, or what stands for its absence. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Bytes {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface Extent {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface Address {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface DeviceId {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface Space {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface Session {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface Owns {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface Shared {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface Label {}

  /** What a cache takes in or gives up. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Held {}

  /** The cache's name for it, or the name of a cycle. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Entry {}

  /** A constructor or an instance method that opens this. */
  static final class OpenThis {
    private OpenThis() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @Advice.This Object self,
        @TypeIndex int type,
        @Bytes long bytes,
        @Extent long extent,
        @Address long address,
        @DeviceId int device,
        @Space @Nullable Object space,
        @Session @Nullable Object session,
        @Owns boolean owns,
        @Shared boolean shared,
        @Label @Nullable Object label) {
      long itsBytes = 0;
      long itsExtent = 0;
      long itsAddress = 0;
      int itsDevice = 0;
      Object itsSpace = null;
      Object itsSession = null;
      boolean itOwns = true;
      boolean itIsShared = false;
      Object itsLabel = null;
      try {
        itsBytes = bytes;
        itsExtent = extent;
        itsAddress = address;
        itsDevice = device;
        itOwns = owns;
        itIsShared = shared;
        itsSpace = space;
        itsSession = session;
        itsLabel = label;
      } catch (Throwable e) {
        // Of a constructor that a subclass calls before it is whole, for example.
        itsExtent = Hooks.UNKNOWN_PLACE;
        Hooks.attributeThrew(e);
      }
      Hooks.opened(
          self,
          type,
          itsBytes,
          itsExtent,
          itsAddress,
          itsDevice,
          itsSpace,
          itsSession,
          itOwns,
          itIsShared,
          itsLabel,
          Hooks.wantsStack(self) ? new Throwable() : null);
    }
  }

  /** The same where the rule says nothing about the place. */
  static final class OpenThisPlain {
    private OpenThisPlain() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object self, @TypeIndex int type) {
      Hooks.opened(self, type, Hooks.wantsStack(self) ? new Throwable() : null);
    }
  }

  /** A static factory, which opens its result. */
  static final class OpenResult {
    private OpenResult() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @Advice.Return(typing = Typing.DYNAMIC) @Nullable Object result,
        @TypeIndex int type,
        @Bytes long bytes,
        @Extent long extent,
        @Address long address,
        @DeviceId int device,
        @Space @Nullable Object space,
        @Session @Nullable Object session,
        @Owns boolean owns,
        @Shared boolean shared,
        @Label @Nullable Object label) {
      long itsBytes = 0;
      long itsExtent = 0;
      long itsAddress = 0;
      int itsDevice = 0;
      Object itsSpace = null;
      Object itsSession = null;
      boolean itOwns = true;
      boolean itIsShared = false;
      Object itsLabel = null;
      try {
        itsBytes = bytes;
        itsExtent = extent;
        itsAddress = address;
        itsDevice = device;
        itOwns = owns;
        itIsShared = shared;
        itsSpace = space;
        itsSession = session;
        itsLabel = label;
      } catch (Throwable e) {
        // Of a constructor that a subclass calls before it is whole, for example.
        itsExtent = Hooks.UNKNOWN_PLACE;
        Hooks.attributeThrew(e);
      }
      Hooks.opened(
          result,
          type,
          itsBytes,
          itsExtent,
          itsAddress,
          itsDevice,
          itsSpace,
          itsSession,
          itOwns,
          itIsShared,
          itsLabel,
          Hooks.wantsStack(result) ? new Throwable() : null);
    }
  }

  /** The same where the rule says nothing about the place. */
  static final class OpenResultPlain {
    private OpenResultPlain() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @Advice.Return(typing = Typing.DYNAMIC) @Nullable Object result, @TypeIndex int type) {
      Hooks.opened(result, type, Hooks.wantsStack(result) ? new Throwable() : null);
    }
  }

  /** Every way out of a close counts. */
  static final class Close {
    private Close() {}

    @Advice.OnMethodEnter
    static @Nullable Object enter(@Advice.This Object self, @TypeIndex int type) {
      return Hooks.closing(self, type);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.This Object self,
        @Advice.Enter @Nullable Object token,
        @Advice.Thrown @Nullable Throwable thrown) {
      Hooks.closed(self, token, thrown);
    }
  }

  /** A method that a closed resource must not get. */
  static final class Use {
    private Use() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.This Object self) {
      Hooks.used(self);
    }
  }

  /** A scope that belongs to this. */
  static final class ScopeOfThis {
    private ScopeOfThis() {}

    @Advice.OnMethodEnter
    static int enter(@Advice.This Object self, @ScopeIndex int scope) {
      return Hooks.scopeEntered(self, scope);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.This Object self, @Advice.Enter int token, @ScopeIndex int scope) {
      Hooks.scopeExited(token, scope, self);
    }
  }

  /** A constructor as a scope: its owner is known when it returns. */
  static final class ScopeOfConstructor {
    private ScopeOfConstructor() {}

    @Advice.OnMethodEnter
    static int enter(@ScopeIndex int scope) {
      return Hooks.scopeEntered(null, scope);
    }

    @Advice.OnMethodExit
    static void exit(@Advice.This Object self, @Advice.Enter int token, @ScopeIndex int scope) {
      Hooks.scopeExited(token, scope, self);
    }
  }

  /** A static factory as a scope: it belongs to the result. */
  static final class ScopeOfResult {
    private ScopeOfResult() {}

    @Advice.OnMethodEnter
    static int enter(@ScopeIndex int scope) {
      return Hooks.scopeEntered(null, scope);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Return(typing = Typing.DYNAMIC) @Nullable Object result,
        @Advice.Enter int token,
        @ScopeIndex int scope) {
      Hooks.scopeExited(token, scope, result);
    }
  }

  /** A scope that belongs to nobody: infrastructure, reclaiming. */
  static final class ScopeOfNobody {
    private ScopeOfNobody() {}

    @Advice.OnMethodEnter
    static int enter(@ScopeIndex int scope) {
      return Hooks.scopeEntered(null, scope);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Enter int token, @ScopeIndex int scope) {
      Hooks.scopeExited(token, scope, null);
    }
  }

  /** A cache takes something in. */
  static final class Hold {
    private Hold() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(
        @Advice.This Object self, @Held @Nullable Object held, @Entry @Nullable Object entry) {
      Hooks.held(self, held, entry);
    }
  }

  /** A cache gives something up; all that it holds if that is the cache itself. */
  static final class Drop {
    private Drop() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object self, @Held @Nullable Object held) {
      Hooks.dropped(self, held);
    }
  }

  /** A cycle ends. */
  static final class Cycle {
    private Cycle() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Entry @Nullable Object name) {
      Hooks.marked(name);
    }
  }
}
