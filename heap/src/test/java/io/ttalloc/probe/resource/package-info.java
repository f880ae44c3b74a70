/** Access, for the tests of this module, to the resources of the probe. */
@NullMarked
package io.ttalloc.probe.resource;

import org.jspecify.annotations.NullMarked;
