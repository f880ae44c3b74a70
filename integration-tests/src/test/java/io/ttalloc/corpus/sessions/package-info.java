/** Servers whose sessions, request handlers and plug-ins keep a resource. */
@NullMarked
package io.ttalloc.corpus.sessions;

import org.jspecify.annotations.NullMarked;
