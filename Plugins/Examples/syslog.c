/* A delivery plugin in C: writes to the system's log with syslog(3). Build it with
 *     cc $(pkg-config --cflags antrain-plugin) -shared -fPIC -fvisibility=hidden -o libsyslog.so syslog.c
 */
#include <antrain_plugin.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <syslog.h>
#include <unistd.h>

static const antrain_string sockets[] = {ANTRAIN_STRING("/dev/log")};
static const antrain_key keys[] = {
    {ANTRAIN_STRING("tag"), ANTRAIN_STRING("the name that the lines begin with"), ANTRAIN_STRING("antrain"), ANTRAIN_TYPE_TEXT, 0}};

/* openlog(3) keeps the pointer. */
static char tag[64] = "antrain";

static int32_t open_it(const antrain_host *host, const antrain_pair *values, uint64_t count, void **instance, antrain_result *result) {
    (void)host;
    for (uint64_t i = 0; i < count; i++) {
        const antrain_string key = values[i].key, value = values[i].value;
        if (key.length != 3 || memcmp(key.data, "tag", 3) != 0) {
            snprintf(result->reason, sizeof result->reason, "there is no key '%.*s'", (int)key.length, key.data);
            snprintf(result->remedy, sizeof result->remedy, "the only key is tag");
            return ANTRAIN_REFUSED;
        }
        if (value.length == 0 || value.length >= sizeof tag) {
            snprintf(result->reason, sizeof result->reason, "the tag has %llu bytes", (unsigned long long)value.length);
            snprintf(result->remedy, sizeof result->remedy, "set a tag of 1 to %zu bytes", sizeof tag - 1);
            return ANTRAIN_REFUSED;
        }
        snprintf(tag, sizeof tag, "%.*s", (int)value.length, value.data);
    }
    openlog(tag, LOG_PID, LOG_USER);
    *instance = tag;
    return ANTRAIN_OK;
}

/* Whether a log daemon listens; syslog(3) itself does not report failures. */
static int can_connect(int type) {
    const struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/dev/log"};
    int connection = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
    int connected = connection >= 0 && connect(connection, (const struct sockaddr *)&address, sizeof address) == 0;
    int failure = errno;
    if (connection >= 0) close(connection);
    errno = failure;
    return connected;
}

static int32_t probe(void *instance, antrain_result *result) {
    (void)instance;
    if (can_connect(SOCK_DGRAM) || (errno == EPROTOTYPE && can_connect(SOCK_STREAM))) return ANTRAIN_OK;
    snprintf(result->reason, sizeof result->reason, "/dev/log: %s", strerror(errno));
    snprintf(result->remedy, sizeof result->remedy, "start a log daemon, such as systemd-journald or rsyslogd");
    return ANTRAIN_RETRY;
}

static int32_t deliver(void *instance, const antrain_notification *n, antrain_result *result) {
    const int32_t readiness = probe(instance, result);
    if (readiness != ANTRAIN_OK) return readiness;
    syslog(n->flags & ANTRAIN_NOTIFICATION_URGENT ? LOG_WARNING : LOG_NOTICE, "%.*s: %.*s", (int)n->title.length,
           n->title.length > 0 ? n->title.data : "", (int)n->body.length, n->body.length > 0 ? n->body.data : "");
    return ANTRAIN_OK;
}

static void close_it(void *instance) { (void)instance; closelog(); }

static const antrain_plugin plugin = {
    .size = sizeof(antrain_plugin), .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR, .capabilities = ANTRAIN_CAPABILITY_DELIVER,
    .name = ANTRAIN_STRING("syslog"), .version = ANTRAIN_STRING("1.0"), .summary = ANTRAIN_STRING("Writes to the system's log"),
    .keys = keys, .key_count = 1, .open = open_it, .probe = probe, .deliver = deliver, .close = close_it,
    .needs = ANTRAIN_NEED_SOCKETS, .sockets = sockets, .socket_count = 1};

__attribute__((visibility("default"))) const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) {
    (void)host;
    return &plugin;
}
