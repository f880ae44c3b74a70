/** Programs whose threads, pools and queues keep or lose a resource. */
@NullMarked
package io.ttalloc.corpus.threads;

import org.jspecify.annotations.NullMarked;
