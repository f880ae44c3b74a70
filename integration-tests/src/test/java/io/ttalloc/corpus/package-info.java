/**
 * Programs whose leaks are known before any tool has looked at them. Each carries its {@link
 * io.ttalloc.corpus.Truth}.
 */
@NullMarked
package io.ttalloc.corpus;

import org.jspecify.annotations.NullMarked;
