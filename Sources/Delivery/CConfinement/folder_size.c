#define _GNU_SOURCE
#include "antrain_confine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The maximum depth of nested folders, each of which is open meanwhile, and the maximum number of files. */
enum { DEPTH_MAX = 128, FILES_MAX = 100000 };

struct count {
    uint64_t bytes, most;
    long files;
};

/* Opens a folder to count it. Returns -1 if there is nothing to count. */
static int open_folder(int outer, const char *name, struct count *count) {
    int folder = openat(outer, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0) return folder;
    /* It was removed or replaced in the meantime. */
    if (errno == ENOENT || errno == ENOTDIR || errno == ELOOP) return -1;
    /* No file in a folder that cannot be entered can be reached. */
    if (errno == EACCES && faccessat(outer, name, X_OK, AT_EACCESS) != 0) return -1;
    count->bytes = ANTRAIN_FOLDER_HIDDEN;
    return -1;
}

static void add_folder(int folder, int depth, struct count *count) {
    DIR *entries = fdopendir(folder);
    if (entries == NULL) {
        close(folder);
        count->bytes = ANTRAIN_FOLDER_HIDDEN;
        return;
    }
    for (struct dirent *entry; count->bytes <= count->most && (entry = readdir(entries)) != NULL;) {
        struct stat status;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        /* Even an empty file uses some space in the file system. */
        count->bytes += (uint64_t)status.st_blocks * 512 + 256;
        if (++count->files > FILES_MAX) count->bytes = ANTRAIN_FOLDER_CROWDED;
        else if (S_ISDIR(status.st_mode) && depth >= DEPTH_MAX) count->bytes = ANTRAIN_FOLDER_HIDDEN;
        if (count->bytes >= ANTRAIN_FOLDER_CROWDED) break;
        if (!S_ISDIR(status.st_mode)) continue;
        int inner = open_folder(folder, entry->d_name, count);
        if (inner >= 0) add_folder(inner, depth + 1, count);
        if (count->bytes >= ANTRAIN_FOLDER_CROWDED) break;
    }
    closedir(entries);
}

uint64_t antrain_folder_bytes(int folder, uint64_t most) {
    struct count count = { .most = most };
    int own = open_folder(folder, ".", &count);
    if (own >= 0) add_folder(own, 0, &count);
    return count.bytes;
}
