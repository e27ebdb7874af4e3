/* @NAME@: a delivery plugin for antrain. It adds a line to a file for each reminder.
 *
 * antrain_plugin.h documents the arguments of each call, who owns them, and how long the call may take.
 */
#define _POSIX_C_SOURCE 200809L
#include <antrain_plugin.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The keys that the user may set under "configure" in settings.yaml. */
static const antrain_key keys[] = {
    {ANTRAIN_STRING("path"), ANTRAIN_STRING("the file to add a line to for each reminder"), {NULL, 0},
     ANTRAIN_TYPE_PATH, ANTRAIN_KEY_REQUIRED},
};

static int is(antrain_string text, const char *word) {
    return text.length == strlen(word) && memcmp(text.data, word, text.length) == 0;
}

/* Reports what went wrong, and what the user can do about it. */
static int32_t fail(antrain_result *result, int32_t status, const char *reason, const char *remedy) {
    snprintf(result->reason, sizeof result->reason, "%s", reason);
    snprintf(result->remedy, sizeof result->remedy, "%s", remedy);
    return status;
}

static int32_t fail_at(antrain_result *result, const char *path, const char *remedy) {
    char reason[sizeof result->reason];
    snprintf(reason, sizeof reason, "%s: %s", path, strerror(errno));
    return fail(result, ANTRAIN_RETRY, reason, remedy);
}

/* A path from the settings as open(2) needs it, to be freed; null if it is not absolute. */
static char *full_path(antrain_string path) {
    const char *home = getenv("HOME");
    char *full = NULL;
    if (path.length > 0 && path.data[0] == '/') {
        full = strndup(path.data, path.length);
    } else if (path.length > 1 && memcmp(path.data, "~/", 2) == 0 && home != NULL) {
        size_t size = strlen(home) + path.length;
        full = malloc(size);
        if (full != NULL) snprintf(full, size, "%s%.*s", home, (int)path.length - 1, path.data + 1);
    }
    return full;
}

static int32_t open_it(const antrain_host *host, const antrain_pair *values, uint64_t count, void **instance,
                       antrain_result *result) {
    antrain_string path = {NULL, 0};
    (void)host;
    for (uint64_t i = 0; i < count; i++) {
        if (!is(values[i].key, "path")) {
            char reason[sizeof result->reason];
            snprintf(reason, sizeof reason, "unknown key '%.*s'", (int)values[i].key.length,
                     values[i].key.data);
            return fail(result, ANTRAIN_REFUSED, reason, "valid keys: path");
        }
        path = values[i].value;
    }
    if (path.length == 0) {
        return fail(result, ANTRAIN_REFUSED, "missing value for 'path'",
                    "set it under 'configure' in settings.yaml");
    }
    *instance = full_path(path);
    if (*instance != NULL) return ANTRAIN_OK;
    return fail(result, ANTRAIN_REFUSED, "'path' is not an absolute path", "start it with / or ~/");
}

static int open_file(const char *path, int more_flags) {
    return open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | more_flags, 0600);
}

static int32_t probe(void *instance, antrain_result *result) {
    int file = open_file(instance, 0);
    /* Only a delivery creates the file. */
    if (file < 0 && errno != ENOENT)
        return fail_at(result, instance, "make it writable, or set 'path' to another file");
    if (file >= 0) close(file);
    return ANTRAIN_OK;
}

static char *append(char *end, antrain_string text) {
    for (uint64_t i = 0; i < text.length; i++) *end++ = (unsigned char)text.data[i] < ' ' ? ' ' : text.data[i];
    return end;
}

static int32_t deliver(void *instance, const antrain_notification *notification, antrain_result *result) {
    static const antrain_string colon = ANTRAIN_STRING(": ");
    char *line = malloc(notification->title.length + notification->body.length + 3);
    if (line == NULL) return fail(result, ANTRAIN_RETRY, "out of memory", "");
    char *end = append(line, notification->title);
    if (notification->body.length > 0) end = append(append(end, colon), notification->body);
    *end++ = '\n';

    int file = open_file(instance, O_CREAT);
    int32_t status = ANTRAIN_OK;
    if (file < 0) {
        status = fail_at(result, instance, "make it writable, or set 'path' to another file");
    } else {
        /* One write, so that lines of several writers do not mix. If only a part is written, the disk is full. */
        errno = ENOSPC;
        if (write(file, line, (size_t)(end - line)) != end - line)
            status = fail_at(result, instance, "free some disk space, or set 'path' to another file");
        close(file);
    }
    free(line);
    return status;
}

static const antrain_plugin plugin = {
    .size = sizeof(antrain_plugin),
    .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR,
    .name = ANTRAIN_STRING("@NAME@"),
    .version = ANTRAIN_STRING("0.1.0"),
    .summary = ANTRAIN_STRING("Adds a line to a file for each reminder"),
    .capabilities = ANTRAIN_CAPABILITY_DELIVER | ANTRAIN_CAPABILITY_QUIET,
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .open = open_it,
    .probe = probe,
    .deliver = deliver,
    .close = free,
    .needs = 0, /* only the file that the user names: no network, no programs */
};

__attribute__((visibility("default"))) const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) {
    (void)host;
    return &plugin;
}
