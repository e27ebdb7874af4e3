/* Finding the place of a path once: what comes back is the file or folder itself, not a name that can mean another one later. */
#ifndef ANTRAIN_PLACE_H
#define ANTRAIN_PLACE_H

#include <stddef.h>
#include <stdint.h>

/* A file or folder, whatever its names. */
typedef struct antrain_identity {
    uint64_t device;
    uint64_t inode;
} antrain_identity;

/* Why a path cannot be used. */
typedef enum antrain_place_problem {
    ANTRAIN_PLACE_OK = 0,
    ANTRAIN_PLACE_FAILED,    /* errno tells why */
    ANTRAIN_PLACE_LINK,      /* it leads through a symbolic link that the user did not choose */
    ANTRAIN_PLACE_SYSTEM,    /* it is in /proc or /sys */
    ANTRAIN_PLACE_PROTECTED  /* it is, or is in, or has in it, something protected */
} antrain_place_problem;

/* Files and folders that no plugin gets by declaring them, and the folders that they are in. */
typedef struct antrain_protection antrain_protection;

/* Looks up paths by device and inode; those that do not exist are skipped. Returns null without memory. */
antrain_protection *antrain_protection_make(const char *const *paths, size_t count);
void antrain_protection_free(antrain_protection *protection);

/* What a path is held to. */
typedef struct antrain_place_rules {
    size_t chosen;                         /* how many bytes at its beginning the user chose: links are followed there */
    int makes;                             /* whether what is missing is made: folders, and a file where it does not end with a slash */
    const antrain_identity *writable;      /* folders that a plugin may write in: below them no link is followed */
    size_t writable_count;
    const struct antrain_protection *protection; /* what the path must not be, lead through or contain; null for nothing */
} antrain_place_rules;

/* Opens the place of a path from the root with O_PATH (openat2(2), one component at a time). Returns a descriptor; or -1, and why. */
int antrain_place_open(const char *path, const antrain_place_rules *rules, antrain_place_problem *problem);

/* What an open descriptor refers to. Returns 0, or -1 with errno. */
int antrain_place_identity(int descriptor, antrain_identity *identity);

#endif
