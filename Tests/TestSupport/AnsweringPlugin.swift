/// A plugin in C that imitates a desktop: each call adds a line to a file in the folder of its key `path`.
///
/// A line of `delivered` has the process id, the notification's id, whether the plugin may report answers, and the delay;
/// `cancelled` has the removed notifications; `opened` has a line for each process. Lines in the FIFO `answers`, such as `done
/// ID`, are reported to the host until `settled` has the answer's outcome. `THE_CANCEL` is the value of `cancel`: `cancel`, or `0`.
public let answeringPlugin = #"""
    #include <antrain_plugin.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <string.h>
    #include <unistd.h>

    static char folder[2048];
    static int answers = -1;
    static int listens;
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
        (void)r; *i = folder; listens = ANTRAIN_HAS(h, flags) && h->flags & ANTRAIN_HOST_LISTENS;
        for (uint64_t k = 0; k < n; k++)
            if (v[k].key.length == 4) snprintf(folder, sizeof folder, "%.*s", (int)v[k].value.length, v[k].value.data);
        if (listens) answers = open(file("answers"), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        note("opened", "x\n");
        return ANTRAIN_OK;
    }
    static int32_t deliver(void *i, const antrain_notification *m, antrain_result *r) {
        (void)i; (void)r;
        char line[4096];
        snprintf(line, sizeof line, "%d %.*s %d %lld\n", getpid(), (int)m->id.length, m->id.data, listens, (long long)m->late_seconds);
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
    static struct { char key[64], id[2048], action[64]; } given[16];
    static int count, total;
    static antrain_string string(const char *text) { antrain_string s = { text, strlen(text) }; return s; }
    static int32_t collect(void *i, void (*receive)(void *, const antrain_answer *), void *c, antrain_result *r) {
        (void)i; (void)r;
        char text[4096];
        ssize_t size = read(answers, text, sizeof text - 1);
        text[size < 0 ? 0 : size] = 0;
        for (char *line = strtok(text, "\n"); line && count < 16; line = strtok(NULL, "\n")) {
            if (sscanf(line, "%63s %2047s", given[count].action, given[count].id) != 2) continue;
            snprintf(given[count].key, sizeof given[count].key, "%d-%d", getpid(), total++);
            count++;
        }
        for (int k = 0; k < count; k++) {
            antrain_answer answer = { .size = sizeof answer, .id = string(given[k].key), .notification_id = string(given[k].id),
                .action = string(given[k].action) };
            receive(c, &answer);
        }
        return ANTRAIN_OK;
    }
    static int32_t settle(void *i, antrain_string id, int32_t outcome, antrain_string text, antrain_result *r) {
        (void)i; (void)r;
        char line[4096];
        snprintf(line, sizeof line, "%s %.*s\n", outcome == ANTRAIN_ANSWER_RECORDED ? "recorded" : "refused", (int)text.length, text.data);
        note("settled", line);
        for (int k = 0; k < count; k++)
            if (strlen(given[k].key) == id.length && memcmp(given[k].key, id.data, id.length) == 0) given[k] = given[--count];
        return ANTRAIN_OK;
    }
    static const antrain_answers extension = {
        .size = sizeof extension, .descriptor = descriptor, .collect = collect, .settle = settle };
    static const void *get_extension(antrain_string name) {
        return name.length == strlen(ANTRAIN_EXTENSION_ANSWERS) && memcmp(name.data, ANTRAIN_EXTENSION_ANSWERS, name.length) == 0
            ? &extension : NULL;
    }
    static const antrain_key keys[] = { { ANTRAIN_STRING("path"), ANTRAIN_STRING("the folder"), { 0 }, ANTRAIN_TYPE_PATH, 0 } };
    static const antrain_plugin plugin = {
        .size = sizeof(antrain_plugin), .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR, .name = ANTRAIN_STRING("answer"),
        .version = ANTRAIN_STRING("1"), .capabilities = ANTRAIN_CAPABILITY_DELIVER | ANTRAIN_CAPABILITY_ACTIONS,
        .keys = keys, .key_count = 1, .open = open_it, .deliver = deliver, .cancel = THE_CANCEL, .get_extension = get_extension,
    };
    const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { (void)host; return &plugin; }
    """#
