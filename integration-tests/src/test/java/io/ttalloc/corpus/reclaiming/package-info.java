/** Programs in which the collector finds a forgotten resource before anybody has closed it. */
@NullMarked
package io.ttalloc.corpus.reclaiming;

import org.jspecify.annotations.NullMarked;
