#define _GNU_SOURCE
#include "antrain_confine.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The maximum depth of nested folders, and the maximum number of files. */
enum { DEPTH_MAX = 32, FILES_MAX = 100000 };

static void add_folder(int folder, uint64_t most, int depth, uint64_t *total, long *files) {
    DIR *entries = fdopendir(folder);
    if (entries == NULL) {
        close(folder);
        return;
    }
    for (struct dirent *entry; *total <= most && (entry = readdir(entries)) != NULL;) {
        struct stat status;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        /* Even an empty file uses some space in the file system. */
        *total += (uint64_t)status.st_blocks * 512 + 256;
        if (++*files > FILES_MAX) *total = UINT64_MAX;
        if (*total == UINT64_MAX) break;
        if (!S_ISDIR(status.st_mode) || depth >= DEPTH_MAX) continue;
        int inner = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner >= 0) add_folder(inner, most, depth + 1, total, files);
    }
    closedir(entries);
}

uint64_t antrain_folder_bytes(int folder, uint64_t most) {
    uint64_t total = 0;
    long files = 0;
    int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (own >= 0) add_folder(own, most, 0, &total, &files);
    return total;
}
