/* Confinement of the process that loads a plugin: Landlock (landlock(7)), seccomp(2), no new privileges, and limits. */
#ifndef ANTRAIN_CONFINE_H
#define ANTRAIN_CONFINE_H

#include <stddef.h>
#include <stdint.h>

/* What the confined process may do beside computing. */
enum {
    ANTRAIN_MAY_NETWORK = 1u << 0,
    ANTRAIN_MAY_EXEC = 1u << 1,
    ANTRAIN_MAY_UNIX_SOCKETS = 1u << 2
};

/* What a path is opened to. */
enum {
    ANTRAIN_PATH_READ = 0,
    ANTRAIN_PATH_WRITE = 1,
    ANTRAIN_PATH_EXECUTE = 2,
    ANTRAIN_PATH_TERMINAL = 3 /* written to, and not read */
};

/* The kernel's version of Landlock; 0 where it has none. */
int antrain_landlock_version(void);

/* Prepares rules for paths, before antrain_confine. */
typedef struct antrain_ruleset antrain_ruleset;

/* Begins a set of rules. `abi` is the kernel's version of Landlock; where it is 0, rules are without effect. */
antrain_ruleset *antrain_ruleset_begin(uint32_t may, int *abi);

/* Opens a file or a folder with all that is in it; what is not there is passed over. */
void antrain_ruleset_allow(antrain_ruleset *rules, const char *path, int access);

/* Confines this process and all that it starts, for good.
 * Returns 0, or the errno of what failed: then nothing must be loaded. */
int antrain_confine(antrain_ruleset *rules);

/* Sets the limits of a plugin's process: processor time, memory, the size of a file, and how many files are open.
 * `processes` is how many processes and threads the user may have more than now; 0 leaves that alone. */
void antrain_limit(uint64_t processor_seconds, uint64_t memory_bytes, uint64_t file_bytes, uint64_t files, uint64_t processes);

#endif
