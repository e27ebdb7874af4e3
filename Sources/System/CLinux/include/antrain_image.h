/* Memory that contains a plugin's bytes and can no longer change (memfd_create(2)). */
#ifndef ANTRAIN_IMAGE_H
#define ANTRAIN_IMAGE_H

/* The descriptor number of the memory in the runner. */
#define ANTRAIN_IMAGE_DESCRIPTOR 3

/* Creates memory that can be sealed, with a descriptor above ANTRAIN_IMAGE_DESCRIPTOR that is closed on exec. `name` is shown in /proc
 * and by debuggers. Returns -1 with errno if the kernel does not support it. */
int antrain_image_open(const char *name);

/* Seals the memory: it can no longer be written or resized. Returns 0, or -1 with errno. */
int antrain_image_seal(int descriptor);

/* Whether a descriptor refers to memory sealed this way. */
int antrain_image_is_sealed(int descriptor);

#endif
