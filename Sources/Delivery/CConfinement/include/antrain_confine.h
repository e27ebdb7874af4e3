/* Confinement of the process that loads a plugin: Landlock (landlock(7)), seccomp(2), no new privileges, limits, and a guard process
 * that connects UNIX sockets for the plugin and enforces limits that rlimits cannot. */
#ifndef ANTRAIN_CONFINE_H
#define ANTRAIN_CONFINE_H

#include <stddef.h>
#include <stdint.h>

/* Permissions of the confined process besides computing and using the granted files. */
enum {
    ANTRAIN_MAY_NETWORK = 1u << 0,
    ANTRAIN_MAY_EXEC = 1u << 1,
    ANTRAIN_MAY_SOCKETS = 1u << 2,   /* connect UNIX sockets; the guard makes the connections */
    ANTRAIN_MAY_DATAGRAMS = 1u << 3, /* UNIX datagram sockets, too; sendmsg(2) is refused then */
    ANTRAIN_MAY_FOLDERS = 1u << 4,   /* make, rename and remove files */
    ANTRAIN_MAY_OVERRIDE = 1u << 5   /* of root: keep the capability to open files whatever their mode */
};

/* The kinds of access to a path. */
enum {
    ANTRAIN_PATH_READ = 0,
    ANTRAIN_PATH_WRITE = 1,
    ANTRAIN_PATH_EXECUTE = 2,
    ANTRAIN_PATH_TERMINAL = 3, /* written to, and not read */
    ANTRAIN_PATH_LIST = 4      /* a folder that is listed; nothing in it is read */
};

/* Rules for paths, prepared before antrain_confine. */
typedef struct antrain_ruleset antrain_ruleset;

/* Starts a set of rules; null if out of memory. `version` is the Landlock ABI version to use, at most the kernel's. 0 uses none. */
antrain_ruleset *antrain_ruleset_begin(uint32_t may, int version);

/* Grants a file, or a folder with everything in it; a path that does not exist is skipped. */
void antrain_ruleset_allow(antrain_ruleset *rules, const char *path, int access);

/* Grants access to the file of an open descriptor. Returns 0 or an errno. */
int antrain_ruleset_allow_descriptor(antrain_ruleset *rules, int descriptor, int access);

/* The guard's tasks. A guard only runs if one of these requires it. */
typedef struct antrain_guard_plan {
    const char *const *sockets; /* the addresses that may be connected; @ starts an abstract address */
    const int *socket_files;    /* descriptors of the sockets (O_PATH); -1 for one that does not exist, and for an abstract address */
    size_t socket_count;
    const int *folders;         /* descriptors of folders whose size is bounded */
    const char *const *folder_names;
    size_t folder_count;
    const uint64_t *folder_most; /* how many bytes each may hold */
    uint64_t threads;           /* how many threads the process may have; 0 leaves that to RLIMIT_NPROC */
    uint64_t processor_seconds; /* how much processor time its process group may use; 0 leaves that to RLIMIT_CPU */
} antrain_guard_plan;

/* The limits of a plugin's process (setrlimit(2)). */
typedef struct antrain_limits {
    uint64_t processor_seconds;
    uint64_t memory_bytes; /* its address space */
    uint64_t file_bytes;   /* of one file that it writes */
    uint64_t files;        /* open at once */
    uint64_t signals;      /* how many queued signals the user may have, including those of other programs */
    uint64_t processes;    /* how many processes and threads the user may have more than now; without effect for root */
} antrain_limits;

/* Sets the limits. */
void antrain_limit(const antrain_limits *limits);

/* Permanently confines this process and everything that it starts, and sets its limits. Frees the rules.
 * Returns 0, or an errno: then nothing must be loaded. EBUSY means that another program already receives this process's system
 * calls (seccomp_unotify(2)), which only one can. */
int antrain_confine(antrain_ruleset *rules, const antrain_limits *limits, const antrain_guard_plan *plan);

/* Writes the filter for a machine as BPF to a descriptor, without installing it; machine 0 is this one, else an AUDIT_ARCH_… number.
 * Returns 0 or an errno. */
int antrain_filter_export(uint32_t may, uint32_t machine, int descriptor);

/* A folder with more files than can be counted in a reasonable time. */
static const uint64_t ANTRAIN_FOLDER_CROWDED = UINT64_MAX - 1;
/* A folder with files that cannot be counted: in a folder that can be entered and not read, or in too many levels of folders. */
static const uint64_t ANTRAIN_FOLDER_HIDDEN = UINT64_MAX;

/* The number of bytes that a folder's files use on disk, or one of the above; stops counting at `most`. */
uint64_t antrain_folder_bytes(int folder, uint64_t most);

#endif
