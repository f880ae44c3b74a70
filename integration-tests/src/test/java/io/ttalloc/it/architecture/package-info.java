/**
 * The rules of the source tree, checked on what the other modules compiled: the order of the
 * modules, no cycles between packages, what boot-loader modules may use, a description of every
 * package.
 *
 * <p>These tests are a quality gate (tag {@code gate}, run with {@code -Dgates=all}). They read the
 * modules and their order from the parent POM, so a new module is under them at once.
 */
@NullMarked
package io.ttalloc.it.architecture;

import org.jspecify.annotations.NullMarked;
