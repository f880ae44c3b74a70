/**
 * Weaves calls of the probe's hooks into the classes that rules name.
 *
 * <p>{@code ClassMatcher} reads class files with ASM and decides, by name first; only when a class
 * is to be woven is anything of Byte Buddy loaded, which then does it with inlined advice. Runs
 * inside class loading on any thread of the application, so nothing here may call back into it.
 */
@NullMarked
package io.ttalloc.agent.weave;

import org.jspecify.annotations.NullMarked;
