/* The interface to antrain; main.go does the work. */
#include <antrain_plugin.h>
#include <stdio.h>
#include <string.h>

#include "_cgo_export.h"

static const antrain_key keys[] = {
    {ANTRAIN_STRING("path"), ANTRAIN_STRING("the file"), {0}, ANTRAIN_TYPE_PATH, ANTRAIN_KEY_REQUIRED}};

static int32_t open_it(const antrain_host *host, const antrain_pair *values, uint64_t count, void **instance, antrain_result *result) {
    (void)host;
    for (uint64_t i = 0; i < count; i++)
        if (values[i].key.length == 4 && memcmp(values[i].key.data, "path", 4) == 0 && values[i].value.length > 0)
            *instance = (void *)openFile((char *)values[i].value.data, values[i].value.length);
    if (*instance != NULL) return ANTRAIN_OK;
    snprintf(result->reason, sizeof result->reason, "there is no path to write to");
    snprintf(result->remedy, sizeof result->remedy, "set path to a file, from / or from ~/");
    return ANTRAIN_REFUSED;
}

static int32_t deliver(void *instance, const antrain_notification *n, antrain_result *result) {
    const int added = addLine(
        (uintptr_t)instance, (char *)n->title.data, n->title.length, (char *)n->body.data, n->body.length, result->reason,
        sizeof result->reason);
    return added ? ANTRAIN_OK : ANTRAIN_RETRY;
}

static void close_it(void *instance) { closeFile((uintptr_t)instance); }

static const antrain_plugin plugin = {
    .size = sizeof(antrain_plugin), .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR, .capabilities = ANTRAIN_CAPABILITY_DELIVER,
    .name = ANTRAIN_STRING("gofile"), .version = ANTRAIN_STRING("1.0"), .summary = ANTRAIN_STRING("Adds a line to a file"),
    .keys = keys, .key_count = 1, .open = open_it, .deliver = deliver, .close = close_it};

const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) {
    (void)host;
    return &plugin;
}
