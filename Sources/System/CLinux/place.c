#define _GNU_SOURCE
#include "antrain_place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/* As for openat2(2); the C library's header may be older than the kernel. */
struct open_how_facts {
    uint64_t flags;
    uint64_t mode;
    uint64_t resolve;
};
#define OPENAT2 437
#define NO_MAGIC_LINKS 2u

enum { LINKS_MAX = 40, LENGTH_MAX = 8192 };

/* The unresolved part of a path. */
struct rest {
    char text[LENGTH_MAX];
    size_t start;
    size_t chosen_end; /* the end of the part that the user chose */
};

static int step(int folder, const char *name) {
    const struct open_how_facts how = { .flags = O_PATH | O_NOFOLLOW | O_CLOEXEC, .resolve = NO_MAGIC_LINKS };
    int found = (int)syscall(OPENAT2, folder, name, &how, sizeof how);
    /* Some containers refuse openat2(2). For a single component that is not followed, openat(2) suffices; /proc is refused below. */
    if (found < 0 && (errno == ENOSYS || errno == EPERM)) found = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    return found;
}

static int make(int folder, const char *name, int is_folder) {
    if (is_folder) return mkdirat(folder, name, 0700);
    int made = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600);
    return made < 0 ? -1 : close(made);
}

int antrain_place_identity(int descriptor, antrain_identity *identity) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return -1;
    *identity = (antrain_identity){ .device = status.st_dev, .inode = status.st_ino };
    return 0;
}

static int is_among(const antrain_identity *all, size_t count, antrain_identity one) {
    for (size_t index = 0; index < count; index++) {
        if (all[index].device == one.device && all[index].inode == one.inode) return 1;
    }
    return 0;
}

struct identities {
    antrain_identity *all;
    size_t count;
};

/* A file that does not exist: the nearest folder that does, and the rest of the path. */
struct missing {
    antrain_identity folder;
    char *rest;
};

struct antrain_protection {
    struct identities own, ancestors;
    struct missing *missing;
    size_t missing_count;
};

/* Adds the file of a path. Returns -1 if out of memory. */
static int add(struct identities *identities, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) return 0;
    const antrain_identity identity = { .device = status.st_dev, .inode = status.st_ino };
    if (is_among(identities->all, identities->count, identity)) return 0;
    antrain_identity *more = realloc(identities->all, (identities->count + 1) * sizeof *more);
    if (more == NULL) return -1;
    identities->all = more;
    more[identities->count++] = identity;
    return 0;
}

/* Removes the last component of an absolute path; returns 0 if it is the root folder. */
static int shorten(char *path) {
    char *slash = strrchr(path, '/');
    if (slash == NULL || path[1] == 0) return 0;
    slash[slash == path ? 1 : 0] = 0;
    return 1;
}

static int add_missing(antrain_protection *protection, antrain_identity folder, const char *rest) {
    struct missing *more = realloc(protection->missing, (protection->missing_count + 1) * sizeof *more);
    if (more == NULL) return -1;
    protection->missing = more;
    char *copy = strdup(rest);
    if (copy == NULL) return -1;
    more[protection->missing_count++] = (struct missing){ .folder = folder, .rest = copy };
    return 0;
}

/* The next component of a path and its length; 0 at the end. */
static size_t component(const char **path) {
    size_t length;
    while (1) {
        *path += strspn(*path, "/");
        length = strcspn(*path, "/");
        if (length != 1 || **path != '.') return length;
        *path += 1;
    }
}

/* Whether one of two relative paths begins with the other. */
static int overlap(const char *one, const char *other) {
    while (1) {
        const size_t length = component(&one), others = component(&other);
        if (length == 0 || others == 0) return 1;
        if (length != others || memcmp(one, other, length) != 0) return 0;
        one += length;
        other += length;
    }
}

static int is_missing(const antrain_protection *protection, antrain_identity folder, const char *rest) {
    for (size_t index = 0; index < protection->missing_count; index++) {
        const struct missing *one = &protection->missing[index];
        if (is_among(&one->folder, 1, folder) && overlap(one->rest, rest)) return 1;
    }
    return 0;
}

/* The folders of the paths so far, whose links are resolved only once: most of a hundred paths are in the same few folders. */
struct resolved {
    struct folder {
        char *name, *real; /* the real path is null for a folder that cannot be reached */
        antrain_identity identity;
        int is_protected; /* whether it and the folders above it are among the ancestors */
    } *all;
    size_t count;
};

static void free_resolved(struct resolved *resolved) {
    for (size_t index = 0; index < resolved->count; index++) {
        free(resolved->all[index].name);
        free(resolved->all[index].real);
    }
    free(resolved->all);
}

static char *real_path(struct resolved *resolved, const char *path);

/* The folder of a path, until the next call; null if out of memory. */
static const struct folder *folder_at(struct resolved *resolved, const char *path) {
    for (size_t index = 0; index < resolved->count; index++)
        if (strcmp(resolved->all[index].name, path) == 0) return &resolved->all[index];
    char *name = strdup(path), *real = real_path(resolved, path);
    struct stat status = { 0 };
    if (real != NULL && stat(real, &status) != 0) {
        free(real);
        real = NULL;
    }
    struct folder *more = realloc(resolved->all, (resolved->count + 1) * sizeof *more);
    if (more != NULL) resolved->all = more;
    if (name == NULL || more == NULL) {
        free(name);
        free(real);
        return NULL;
    }
    more[resolved->count] = (struct folder){ .name = name, .real = real, .identity = { status.st_dev, status.st_ino } };
    return &more[resolved->count++];
}

/* The same as realpath(path, NULL) for an absolute path. */
static char *real_path(struct resolved *resolved, const char *path) {
    const char *name = strrchr(path, '/');
    if (name == NULL || name[1] == 0 || strcmp(name, "/.") == 0 || strcmp(name, "/..") == 0) return realpath(path, NULL);
    char *folder = name == path ? strdup("/") : strndup(path, (size_t)(name - path));
    const struct folder *known = folder == NULL ? NULL : folder_at(resolved, folder);
    const char *real = known == NULL ? NULL : known->real;
    free(folder);
    char *found = real == NULL ? NULL : malloc(strlen(real) + strlen(name) + 1);
    if (found == NULL) return NULL;
    strcpy(found, real[1] == 0 ? "" : real);
    strcat(found, name);
    struct stat status;
    const int is_there = lstat(found, &status) == 0;
    if (is_there && !S_ISLNK(status.st_mode)) return found;
    char *target = is_there ? realpath(found, NULL) : NULL;
    free(found);
    return target;
}

/* Whether the ancestors contain a folder and the folders above it; from now on they do. */
static int mark_protected(struct resolved *resolved, const char *real) {
    for (size_t index = 0; index < resolved->count; index++) {
        struct folder *folder = &resolved->all[index];
        if (folder->real == NULL || strcmp(folder->real, real) != 0) continue;
        const int was = folder->is_protected;
        folder->is_protected = 1;
        return was;
    }
    return 0;
}

static int protect(antrain_protection *protection, struct resolved *resolved, const char *path) {
    char *found = real_path(resolved, path);
    int failure = 0;
    if (found == NULL) {
        char *name = strdup(path);
        if (name == NULL) return -1;
        const struct folder *folder = NULL;
        while ((folder == NULL || folder->real == NULL) && shorten(name)) folder = folder_at(resolved, name);
        if (folder != NULL && folder->real != NULL) {
            failure = add_missing(protection, folder->identity, path + strlen(name));
            found = strdup(folder->real);
            if (found == NULL) failure = -1;
        }
        free(name);
        if (found == NULL) return failure;
    } else {
        failure = add(&protection->own, found);
        if (!shorten(found)) found[0] = 0;
    }
    while (failure == 0 && found[0] != 0 && !mark_protected(resolved, found)) {
        failure = add(&protection->ancestors, found);
        if (!shorten(found)) break;
    }
    free(found);
    return failure;
}

antrain_protection *antrain_protection_make(const char *const *paths, size_t count) {
    antrain_protection *made = calloc(1, sizeof *made);
    struct resolved resolved = { 0 };
    for (size_t index = 0; made != NULL && index < count; index++) {
        if (protect(made, &resolved, paths[index]) == 0) continue;
        antrain_protection_free(made);
        made = NULL;
    }
    free_resolved(&resolved);
    return made;
}

void antrain_protection_free(antrain_protection *protection) {
    if (protection == NULL) return;
    free(protection->own.all);
    free(protection->ancestors.all);
    for (size_t index = 0; index < protection->missing_count; index++) free(protection->missing[index].rest);
    free(protection->missing);
    free(protection);
}

/* Replaces a link's name by its target. */
static int follow(struct rest *rest, int link, size_t end, int is_chosen) {
    char target[4096];
    ssize_t length = readlinkat(link, "", target, sizeof target);
    if (length <= 0) return -1;
    const size_t left = strlen(rest->text + end), size = (size_t)length;
    if (size + left + 2 > LENGTH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const size_t chosen_left = rest->chosen_end > end ? rest->chosen_end - end : 0;
    memmove(rest->text + size, rest->text + end, left + 1);
    memcpy(rest->text, target, size);
    rest->start = 0;
    rest->chosen_end = is_chosen ? size + chosen_left : 0;
    return target[0] == '/';
}

static int refuse(antrain_place_problem *problem, antrain_place_problem why, int first, int second) {
    const int code = errno;
    *problem = why;
    if (first >= 0) close(first);
    if (second >= 0) close(second);
    errno = code;
    return -1;
}

int antrain_place_open(const char *path, const antrain_place_rules *rules, antrain_place_problem *problem) {
    struct rest rest = { .start = 0, .chosen_end = rules->chosen };
    int links = 0, is_inside = 0, is_device = 0, folder = open("/", O_PATH | O_CLOEXEC);
    antrain_identity identity = { 0, 0 }, devices = { 0, 0 };
    struct stat status;
    if (stat("/dev", &status) == 0) devices = (antrain_identity){ .device = status.st_dev, .inode = status.st_ino };
    *problem = ANTRAIN_PLACE_OK;
    if (folder < 0 || strlen(path) >= LENGTH_MAX) return refuse(problem, ANTRAIN_PLACE_FAILED, folder, -1);
    strcpy(rest.text, path);
    const int wants_folder = path[0] != 0 && path[strlen(path) - 1] == '/';
    if (antrain_place_identity(folder, &identity) != 0) return refuse(problem, ANTRAIN_PLACE_FAILED, folder, -1);
    while (1) {
        while (rest.text[rest.start] == '/') rest.start++;
        if (rest.text[rest.start] == 0) break;
        const size_t end = rest.start + strcspn(rest.text + rest.start, "/");
        char name[256];
        if (end - rest.start >= sizeof name) {
            errno = ENAMETOOLONG;
            return refuse(problem, ANTRAIN_PLACE_FAILED, folder, -1);
        }
        memcpy(name, rest.text + rest.start, end - rest.start);
        name[end - rest.start] = 0;
        const int is_chosen = rest.start < rest.chosen_end;
        if (strcmp(name, "..") == 0 && (is_inside || !is_chosen)) return refuse(problem, ANTRAIN_PLACE_LINK, folder, -1);
        int found = step(folder, name);
        if (found < 0 && errno == ENOENT && rules->protection != NULL && is_missing(rules->protection, identity, rest.text + rest.start))
            return refuse(problem, ANTRAIN_PLACE_PROTECTED, folder, -1);
        if (found < 0 && errno == ENOENT && rules->makes) {
            const int is_last = rest.text[end + strspn(rest.text + end, "/")] == 0;
            if (make(folder, name, !is_last || wants_folder) == 0 || errno == EEXIST) found = step(folder, name);
        }
        struct statfs system;
        if (found < 0 || fstat(found, &status) != 0) return refuse(problem, ANTRAIN_PLACE_FAILED, folder, found);
        if (S_ISLNK(status.st_mode)) {
            if (is_inside || !is_chosen) return refuse(problem, ANTRAIN_PLACE_LINK, folder, found);
            errno = ELOOP;
            if (++links > LINKS_MAX) return refuse(problem, ANTRAIN_PLACE_FAILED, folder, found);
            const int is_from_root = follow(&rest, found, end, is_chosen);
            if (is_from_root < 0) return refuse(problem, ANTRAIN_PLACE_FAILED, folder, found);
            close(found);
            if (is_from_root) {
                close(folder);
                folder = open("/", O_PATH | O_CLOEXEC);
                is_device = 0;
                if (antrain_place_identity(folder, &identity) != 0) return refuse(problem, ANTRAIN_PLACE_FAILED, folder, -1);
            }
            continue;
        }
        if (fstatfs(found, &system) != 0) return refuse(problem, ANTRAIN_PLACE_FAILED, folder, found);
        if (system.f_type == 0x9fa0 /* procfs */ || system.f_type == 0x62656572 /* sysfs */)
            return refuse(problem, ANTRAIN_PLACE_SYSTEM, folder, found);
        identity = (antrain_identity){ .device = status.st_dev, .inode = status.st_ino };
        if (rules->protection != NULL && is_among(rules->protection->own.all, rules->protection->own.count, identity))
            return refuse(problem, ANTRAIN_PLACE_PROTECTED, folder, found);
        if (is_among(&devices, 1, identity) || S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) is_device = 1;
        if (is_among(rules->writable, rules->writable_count, identity)) is_inside = 1;
        if (is_inside && rules->outside) return refuse(problem, ANTRAIN_PLACE_WRITABLE, folder, found);
        close(folder);
        folder = found;
        rest.start = end;
    }
    /* Sockets are the only files in /dev that are no devices and that a plugin may need (/dev/log). */
    if (rules->protection != NULL && is_device && !S_ISSOCK(status.st_mode)) return refuse(problem, ANTRAIN_PLACE_SYSTEM, folder, -1);
    if (rules->protection != NULL && is_among(rules->protection->ancestors.all, rules->protection->ancestors.count, identity))
        return refuse(problem, ANTRAIN_PLACE_PROTECTED, folder, -1);
    return folder;
}
