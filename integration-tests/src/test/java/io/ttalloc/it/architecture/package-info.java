/**
 * The rules of the source tree, checked on the class files of the other modules: the order of the
 * modules, no cycles between packages, what boot-loader modules may use, a description of every
 * package.
 *
 * <p>These tests are a quality gate (tag {@code gate}, run with {@code -Dgates=all}). They read the
 * modules and their order from the parent POM, so they apply to a new module at once.
 */
@NullMarked
package io.ttalloc.it.architecture;

import org.jspecify.annotations.NullMarked;
