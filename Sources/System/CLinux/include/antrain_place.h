/* Resolves a path once: the result is the file or folder itself, not a name that may refer to another one later. */
#ifndef ANTRAIN_PLACE_H
#define ANTRAIN_PLACE_H

#include <stddef.h>
#include <stdint.h>

/* The identity of a file or folder, regardless of its names. */
typedef struct antrain_identity {
    uint64_t device;
    uint64_t inode;
} antrain_identity;

/* Why a path cannot be used. */
typedef enum antrain_place_problem {
    ANTRAIN_PLACE_OK = 0,
    ANTRAIN_PLACE_FAILED,    /* see errno */
    ANTRAIN_PLACE_LINK,      /* it contains a symbolic link outside the part that the user chose */
    ANTRAIN_PLACE_SYSTEM,    /* it is in /proc or /sys, or is declared and a device or in /dev */
    ANTRAIN_PLACE_PROTECTED, /* it is, is in, or contains something protected */
    ANTRAIN_PLACE_WRITABLE   /* it is in a folder in which the plugin may write */
} antrain_place_problem;

/* Files, folders and sockets, and the folders that lead to them. */
typedef struct antrain_protection antrain_protection;

/* Looks up absolute paths by device and inode; a missing one is known by the nearest folder that exists and the rest of the path. Returns null if out of memory. */
antrain_protection *antrain_protection_make(const char *const *paths, size_t count);
void antrain_protection_free(antrain_protection *protection);

/* The rules for resolving a path. */
typedef struct antrain_place_rules {
    size_t chosen;                         /* the number of bytes at the start that the user chose: only there links are followed */
    int makes;                             /* whether to create missing folders, and a missing file if the path does not end with a slash */
    const antrain_identity *writable;      /* folders that a plugin may write in: below them no link is followed */
    size_t writable_count;
    int outside;                           /* whether the path must not lead into one of these folders */
    const struct antrain_protection *protection; /* files and folders that the path must not be, pass through or contain; null for none */
} antrain_place_rules;

/* Resolves a path from the root with O_PATH (openat2(2), one component at a time). Returns a descriptor, or -1 with the reason. */
int antrain_place_open(const char *path, const antrain_place_rules *rules, antrain_place_problem *problem);

/* The identity of the file of an open descriptor. Returns 0, or -1 with errno. */
int antrain_place_identity(int descriptor, antrain_identity *identity);

#endif
