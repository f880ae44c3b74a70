/**
 * Classes as they are after weaving: constructors that chain or fail, closes in every form,
 * inherited code, and classes that cannot be woven. Each test runs a small program of its own in a
 * real JVM.
 */
@NullMarked
package io.ttalloc.it.weaving;

import org.jspecify.annotations.NullMarked;
