/* The lists of system calls on the machine that this is built for; .ci/check-aarch64 builds and runs it.
 *
 *   filters export FOLDER [MACHINE]   writes the filter for each set of needs, for a machine (an AUDIT_ARCH_… number) or this one
 *   filters refused MAY < NAMES       prints the names of the system calls that a plugin cannot use, whatever their arguments
 */
#define _GNU_SOURCE
#include "antrain_confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The filters contain the process id, so files of two processes differ. */
pid_t getpid(void) { return 4711; }

static int export_all(const char *folder, uint32_t machine) {
    for (uint32_t may = 0; may <= (ANTRAIN_MAY_OVERRIDE | (ANTRAIN_MAY_OVERRIDE - 1)); may++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%02u", folder, may);
        int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        int failure = file < 0 ? errno : antrain_filter_export(may, machine, file);
        if (failure == 0 && lseek(file, 0, SEEK_END) == 0) failure = ENODATA;
        if (file >= 0) close(file);
        if (failure != 0) {
            fprintf(stderr, "%s: %s\n", path, strerror(failure));
            return 1;
        }
    }
    return 0;
}

#define MOST 4096
static struct sock_filter filter[MOST];
static size_t length;
static unsigned char seen[MOST];

/* Whether the filter can allow a call, starting at this instruction. The register holds a value, or anything (an argument). */
static int may_pass(size_t position, uint32_t number, int is_known, uint32_t value) {
    while (position < length) {
        if (!is_known && seen[position]++) return 0;
        const struct sock_filter *step = &filter[position++];
        switch (step->code) {
        case BPF_LD | BPF_W | BPF_ABS:
            is_known = step->k == offsetof(struct seccomp_data, nr) || step->k == offsetof(struct seccomp_data, arch);
            value = step->k == offsetof(struct seccomp_data, nr) ? number : seccomp_arch_native();
            break;
        case BPF_ALU | BPF_AND | BPF_K: value &= step->k; break;
        case BPF_JMP | BPF_JA: position += step->k; break;
        case BPF_RET | BPF_K: return step->k != (SECCOMP_RET_ERRNO | EPERM) && step->k != SECCOMP_RET_KILL_PROCESS;
        default: {
            if (!is_known) return may_pass(position + step->jt, number, 0, 0) || may_pass(position + step->jf, number, 0, 0);
            const int operation = BPF_OP(step->code);
            const int holds = operation == BPF_JEQ ? value == step->k
                            : operation == BPF_JGT ? value > step->k
                            : operation == BPF_JGE ? value >= step->k : (value & step->k) != 0;
            position += holds ? step->jt : step->jf;
        }
        }
    }
    return 0;
}

static int print_refused(uint32_t may) {
    char name[64];
    FILE *file = tmpfile();
    if (file == NULL || antrain_filter_export(may, 0, fileno(file)) != 0) return 1;
    rewind(file);
    length = fread(filter, sizeof *filter, MOST, file);
    fclose(file);
    if (length == 0 || length == MOST) return 1;
    while (scanf("%63s", name) == 1) {
        const int number = seccomp_syscall_resolve_name(name);
        memset(seen, 0, sizeof seen);
        if (number < 0 || !may_pass(0, (uint32_t)number, 0, 0)) puts(name);
    }
    return 0;
}

int main(int count, char **arguments) {
    /* An emulator has no seccomp(2), so the library would assume an old kernel. */
    seccomp_api_set(5);
    if (count > 2 && strcmp(arguments[1], "export") == 0) return export_all(arguments[2], count > 3 ? (uint32_t)strtoul(arguments[3], NULL, 0) : 0);
    if (count > 2 && strcmp(arguments[1], "refused") == 0) return print_refused((uint32_t)strtoul(arguments[2], NULL, 0));
    fputs("usage: filters export FOLDER [MACHINE] | refused MAY\n", stderr);
    return 64;
}
