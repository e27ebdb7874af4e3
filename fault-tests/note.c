#include <antrain_plugin.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char file[4096];
static int32_t open_it(const antrain_host *h, const antrain_pair *v, uint64_t n, void **i, antrain_result *r) {
    (void)h; (void)r; *i = file;
    for (uint64_t k = 0; k < n; k++)
        if (v[k].key.length == 4) snprintf(file, sizeof file, "%.*s/delivered", (int)v[k].value.length, v[k].value.data);
    return ANTRAIN_OK;
}
static int32_t deliver(void *i, const antrain_notification *m, antrain_result *r) {
    (void)i; (void)r;
    char line[4096];
    int length = snprintf(line, sizeof line, "%.*s %.*s\n", (int)m->id.length, m->id.data, (int)m->key.length, m->key.data);
    int fd = open(file, O_WRONLY | O_APPEND | O_CREAT, 0600);
    int is_written = fd >= 0 && write(fd, line, length) == length;
    if (fd >= 0) close(fd);
    return is_written ? ANTRAIN_OK : ANTRAIN_RETRY;
}
static const antrain_key keys[] = { { ANTRAIN_STRING("path"), ANTRAIN_STRING("the folder"), { 0 }, ANTRAIN_TYPE_PATH, 0 } };
static const antrain_plugin plugin = {
    .size = sizeof(antrain_plugin), .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR, .name = ANTRAIN_STRING("note"),
    .version = ANTRAIN_STRING("1"), .capabilities = ANTRAIN_CAPABILITY_DELIVER, .keys = keys, .key_count = 1,
    .open = open_it, .deliver = deliver,
};
const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { (void)host; return &plugin; }