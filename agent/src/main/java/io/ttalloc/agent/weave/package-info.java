/**
 * Weaves calls of the probe's hooks into the classes that rules name.
 *
 * <p>{@code ClassMatcher} decides, by name first and if necessary by class files read with ASM,
 * whether a class is to be woven. Only then is Byte Buddy loaded, which inlines the advice of the
 * rules' clauses. All this runs inside class loading on any thread of the application, so nothing
 * here may call the application, except class loaders for class files.
 */
@NullMarked
package io.ttalloc.agent.weave;

import org.jspecify.annotations.NullMarked;
