/// A plugin in C that imitates a desktop: each call adds a line to a file in the folder of its key `path`.
///
/// A line of `delivered` has the process id, the notification's id, whether the plugin may report answers, and the delay;
/// `cancelled` has the removed notifications; `opened` has a line for each process. A line in the FIFO `answers`, such as `done
/// ID`, is reported to the host. `THE_CANCEL` is the value of `cancel`: `cancel`, or `0`.
public let answeringPlugin = #"""
    #include <antrain_plugin.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <string.h>
    #include <unistd.h>

    static char folder[2048];
    static int answers = -1;
    static const antrain_host *the_host;
    static const antrain_act *act;
    static const char *file(const char *name) {
        static char path[2][4096];
        static int turn;
        turn = !turn;
        snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
        return path[turn];
    }
    static void note(const char *name, const char *text) {
        int fd = open(file(name), O_WRONLY | O_APPEND | O_CREAT, 0600);
        if (write(fd, text, strlen(text)) < 0) _exit(1);
        close(fd);
    }
    static int32_t open_it(const antrain_host *h, const antrain_pair *v, uint64_t n, void **i, antrain_result *r) {
        (void)r; *i = folder; the_host = h;
        for (uint64_t k = 0; k < n; k++)
            if (v[k].key.length == 4) snprintf(folder, sizeof folder, "%.*s", (int)v[k].value.length, v[k].value.data);
        antrain_string name = ANTRAIN_STRING(ANTRAIN_EXTENSION_ACT);
        act = h->get_extension(h, name);
        if (act) answers = open(file("answers"), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        note("opened", "x\n");
        return ANTRAIN_OK;
    }
    static int32_t deliver(void *i, const antrain_notification *m, antrain_result *r) {
        (void)i; (void)r;
        char line[4096];
        snprintf(line, sizeof line, "%d %.*s %d %lld\n", getpid(), (int)m->id.length, m->id.data, act != 0, (long long)m->late_seconds);
        note("delivered", line);
        return ANTRAIN_OK;
    }
    int32_t cancel(void *i, antrain_string id, antrain_result *r) {
        (void)i; (void)r;
        char line[4096];
        snprintf(line, sizeof line, "%.*s\n", (int)id.length, id.data);
        note("cancelled", line);
        return ANTRAIN_OK;
    }
    static int32_t descriptor(void *i) { (void)i; return answers; }
    static void attend(void *i) {
        (void)i;
        char text[4096], id[2048], action[64];
        ssize_t count = read(answers, text, sizeof text - 1);
        if (count <= 0) return;
        text[count] = 0;
        if (sscanf(text, "%63s %2047s", action, id) != 2) return;
        antrain_string what = { action, strlen(action) }, which = { id, strlen(id) };
        act->act(the_host, which, what);
    }
    static const antrain_listen listen_extension = { .size = sizeof listen_extension, .descriptor = descriptor, .attend = attend };
    static const void *get_extension(antrain_string name) {
        return name.length == strlen(ANTRAIN_EXTENSION_LISTEN) && memcmp(name.data, ANTRAIN_EXTENSION_LISTEN, name.length) == 0
            ? &listen_extension : NULL;
    }
    static const antrain_key keys[] = { { ANTRAIN_STRING("path"), ANTRAIN_STRING("the folder"), { 0 }, ANTRAIN_TYPE_PATH, 0 } };
    static const antrain_plugin plugin = {
        .size = sizeof(antrain_plugin), .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR, .name = ANTRAIN_STRING("answer"),
        .version = ANTRAIN_STRING("1"), .capabilities = ANTRAIN_CAPABILITY_DELIVER | ANTRAIN_CAPABILITY_ACTIONS,
        .keys = keys, .key_count = 1, .open = open_it, .deliver = deliver, .cancel = THE_CANCEL, .get_extension = get_extension,
    };
    const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { (void)host; return &plugin; }
    """#
