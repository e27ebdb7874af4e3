/* A delivery plugin in C: adds a line to a file. Build it with
 *     cc $(pkg-config --cflags antrain-plugin) -shared -fPIC -o libfile.so file.c
 */
#include <antrain_plugin.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const antrain_key keys[] = {
    {ANTRAIN_STRING("path"), ANTRAIN_STRING("the file"), {0}, ANTRAIN_TYPE_PATH, ANTRAIN_KEY_REQUIRED}};

static int32_t open_it(const antrain_host *host, const antrain_pair *values, uint64_t count, void **instance, antrain_result *result) {
    (void)host;
    for (uint64_t i = 0; i < count; i++)
        if (values[i].key.length == 4 && memcmp(values[i].key.data, "path", 4) == 0 && values[i].value.length > 0 && *values[i].value.data == '/')
            *instance = strndup(values[i].value.data, values[i].value.length);
    if (*instance != NULL) return ANTRAIN_OK;
    snprintf(result->reason, sizeof result->reason, "path must be an absolute path");
    return ANTRAIN_REFUSED;
}

static int32_t deliver(void *instance, const antrain_notification *n, antrain_result *result) {
    FILE *file = fopen(instance, "a");
    if (file != NULL) {
        fprintf(file, "%.*s: %.*s\n", (int)n->title.length, n->title.data, (int)n->body.length, n->body.data);
        if (fclose(file) == 0) return ANTRAIN_OK;
    }
    snprintf(result->reason, sizeof result->reason, "%s: %s", (const char *)instance, strerror(errno));
    return ANTRAIN_RETRY;
}

static const antrain_plugin plugin = {
    .size = sizeof(antrain_plugin), .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR, .capabilities = ANTRAIN_CAPABILITY_DELIVER,
    .name = ANTRAIN_STRING("file"), .version = ANTRAIN_STRING("1.0"), .summary = ANTRAIN_STRING("Adds a line to a file"),
    .keys = keys, .key_count = 1, .open = open_it, .deliver = deliver, .close = free};

const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { (void)host; return &plugin; }
