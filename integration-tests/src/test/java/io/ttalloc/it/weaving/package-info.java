/**
 * Classes after weaving: constructors that chain or fail, close methods of every form, inherited
 * code, and classes that cannot be woven. Each test runs a small program in a real JVM.
 */
@NullMarked
package io.ttalloc.it.weaving;

import org.jspecify.annotations.NullMarked;
