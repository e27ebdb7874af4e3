#define _GNU_SOURCE
#include "antrain_image.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

#define SEALS (F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)

int antrain_image_open(const char *name) {
    /* Executable mappings of the memory do not need execute permission, so this type, which every vm.memfd_noexec permits, suffices.
     * Kernels before 6.3 do not know the flag. */
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
    if (descriptor < 0 && errno == EINVAL) descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0 || descriptor > ANTRAIN_IMAGE_DESCRIPTOR) return descriptor;
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, ANTRAIN_IMAGE_DESCRIPTOR + 1);
    int code = errno;
    close(descriptor);
    errno = code;
    return moved;
}

int antrain_image_seal(int descriptor) { return fcntl(descriptor, F_ADD_SEALS, SEALS); }

int antrain_image_is_sealed(int descriptor) {
    int seals = fcntl(descriptor, F_GET_SEALS);
    return seals >= 0 && (seals & SEALS) == SEALS;
}
