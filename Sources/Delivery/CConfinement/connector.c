#define _GNU_SOURCE
#include "antrain_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/* Since Linux 5.9; the header of the C library may be older. */
struct added_descriptor {
    uint64_t id;
    uint32_t flags;
    uint32_t source;
    uint32_t target;
    uint32_t target_flags;
};
#define ADD_DESCRIPTOR SECCOMP_IOW(3, struct added_descriptor)
#define AT_TARGET 1u

/* A socket's type without the flags of socket(2). */
#define TYPE_MASK 0xf

typedef struct seccomp_notif call;

static void answer(const antrain_connector *connector, const call *call, int failure, int64_t value, uint32_t flags) {
    struct seccomp_notif_resp answer = { .id = call->id, .val = failure == 0 ? value : 0, .error = -failure, .flags = flags };
    ioctl(connector->notify, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

/* Installs a socket in the confined process. Returns its descriptor there, or a negative errno. */
static int pass_descriptor(const antrain_connector *connector, const call *call, int socket, int type, int target) {
    struct added_descriptor added = {
        .id = call->id,
        .flags = target >= 0 ? AT_TARGET : 0,
        .source = (uint32_t)socket,
        .target = target >= 0 ? (uint32_t)target : 0,
        .target_flags = type & SOCK_CLOEXEC ? O_CLOEXEC : 0,
    };
    if (type & SOCK_NONBLOCK) fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK);
    int given = ioctl(connector->notify, ADD_DESCRIPTOR, &added);
    return given < 0 ? -errno : given;
}

/* socket(AF_UNIX, …): a placeholder, one end of a pair, which cannot be connected to anything. */
static void answer_socket(antrain_connector *connector, const call *call) {
    const int type = (int)call->data.args[1], kind = type & TYPE_MASK;
    const int datagrams = kind == SOCK_DGRAM && connector->may & ANTRAIN_MAY_DATAGRAMS;
    int pair[2];
    if (kind != SOCK_STREAM && kind != SOCK_SEQPACKET && !datagrams) return answer(connector, call, EPERM, 0, 0);
    if (socketpair(AF_UNIX, (datagrams ? SOCK_SEQPACKET : kind) | SOCK_CLOEXEC, 0, pair) != 0)
        return answer(connector, call, errno, 0, 0);
    int given = pass_descriptor(connector, call, pair[0], type, -1);
    close(pair[0]);
    close(pair[1]);
    if (given >= 0 && given < (int)(sizeof connector->types / sizeof *connector->types)) connector->types[given] = type;
    answer(connector, call, given < 0 ? -given : 0, given, 0);
}

/* The index of the granted address equal to the given one; -1 if there is none. */
static ssize_t matching_grant(const antrain_connector *connector, const struct sockaddr_un *address, size_t length) {
    const size_t start = offsetof(struct sockaddr_un, sun_path);
    if (length <= start) return -1;
    const char *path = address->sun_path;
    const size_t size = path[0] == 0 ? length - start - 1 : strnlen(path, length - start);
    for (size_t index = 0; index < connector->plan->socket_count; index++) {
        const char *known = connector->plan->sockets[index];
        const char *name = path[0] == 0 ? path + 1 : path;
        if ((path[0] == 0) != (known[0] == '@')) continue;
        if (known[0] == '@') known++;
        if (strlen(known) == size && memcmp(known, name, size) == 0) return (ssize_t)index;
    }
    return -1;
}

/*
 * Connects a new socket to a granted address: to the socket that was found before the plugin was loaded, whatever its name refers to
 * by now. The guard has other tasks, so it does not wait for a service whose queue is full. Returns the socket, or a negative errno.
 */
static int connect_to(const antrain_guard_plan *plan, size_t index, int type) {
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    const char *known = plan->sockets[index];
    size_t size = strlen(known);
    if (known[0] == '@') {
        if (size > sizeof address.sun_path) return -ENAMETOOLONG;
        memcpy(address.sun_path + 1, known + 1, size - 1);
    } else {
        if (plan->socket_files[index] < 0) return -ENOENT;
        size = (size_t)snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d", plan->socket_files[index]) + 1;
    }
    int own = socket(AF_UNIX, (type & TYPE_MASK) | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (own < 0) return -errno;
    if (connect(own, (const struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size)) != 0) {
        const int failure = errno;
        close(own);
        return -failure;
    }
    if (!(type & SOCK_NONBLOCK)) fcntl(own, F_SETFL, fcntl(own, F_GETFL) & ~O_NONBLOCK);
    return own;
}

/* connect(…): the guard connects its own socket to the address that it has read, and replaces the placeholder with it. The
 * process's own call never continues with a UNIX address, so changing the address in the meantime gains nothing. */
static void answer_connect(antrain_connector *connector, const call *call) {
    const int target = (int)call->data.args[0];
    struct sockaddr_un address = { 0 };
    size_t length = (uint32_t)call->data.args[2];
    if (length < sizeof address.sun_family || length > sizeof(struct sockaddr_storage)) return answer(connector, call, EINVAL, 0, 0);
    if (length > sizeof address) length = sizeof address;
    if (pread(connector->memory, &address, length, (off_t)call->data.args[1]) != (ssize_t)length)
        return answer(connector, call, EFAULT, 0, 0);
    if (address.sun_family != AF_UNIX) {
        const int may = connector->may & ANTRAIN_MAY_NETWORK ? 0 : EPERM;
        /* No descriptor there is an unconnected UNIX socket, so this one cannot become one. */
        return answer(connector, call, may, 0, may == 0 ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0);
    }
    const ssize_t known = matching_grant(connector, &address, length);
    if (known < 0) return answer(connector, call, EACCES, 0, 0);
    const int count = (int)(sizeof connector->types / sizeof *connector->types);
    int type = target >= 0 && target < count && connector->types[target] != 0 ? connector->types[target] : SOCK_STREAM | SOCK_CLOEXEC;
    int own = connect_to(connector->plan, (size_t)known, type);
    if (own < 0) return answer(connector, call, -own, 0, 0);
    int given = pass_descriptor(connector, call, own, type, target);
    close(own);
    answer(connector, call, given < 0 ? -given : 0, 0, 0);
}

void antrain_connector_answer(antrain_connector *connector) {
    call call;
    memset(&call, 0, sizeof call);
    if (ioctl(connector->notify, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) return;
    if (call.data.nr == SYS_socket) answer_socket(connector, &call);
    else if (call.data.nr == SYS_connect) answer_connect(connector, &call);
    else answer(connector, &call, EPERM, 0, 0);
}
