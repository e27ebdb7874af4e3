/* Memory that has a plugin's bytes and can no longer change (memfd_create(2)). */
#ifndef ANTRAIN_IMAGE_H
#define ANTRAIN_IMAGE_H

/* The descriptor at which the runner finds the memory. */
#define ANTRAIN_IMAGE_DESCRIPTOR 3

/* Makes memory that can be sealed, at a descriptor above ANTRAIN_IMAGE_DESCRIPTOR that is closed on exec. `name` is what /proc and
 * debuggers show. Returns -1 with errno where the kernel has none. */
int antrain_image_open(const char *name);

/* Seals the memory: nobody can write to it or resize it from now on. Returns 0, or -1 with errno. */
int antrain_image_seal(int descriptor);

/* Whether a descriptor is memory that was sealed so. */
int antrain_image_is_sealed(int descriptor);

#endif
