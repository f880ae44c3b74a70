/**
 * What breaks agents: constructors that chain or fail, closes in every form, objects that lie about
 * their identity, many threads, every way to end, strange class loaders, other agents, a full disk.
 * Each test runs a small program of its own in a real JVM.
 */
@NullMarked
package io.ttalloc.it.pitfalls;

import org.jspecify.annotations.NullMarked;
