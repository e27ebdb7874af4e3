/// A plugin in C that stores scheduled notifications in a file, and fails or kills its host at a chosen call.
///
/// In the folder of its value `path`: `held` has a line for each entry, `calls` counts calls, and `fault` has a call number and a
/// fault: `3 before` and `3 after` kill the host around the call's work, `3 retry` and `3 refuse` fail without doing it, and `3 always`
/// fails from there on.
public let holdingPlugin = #"""
    #include <antrain_plugin.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>

    static char folder[1024];
    static char word[16];

    static const char *file(const char *name) {
        static char path[2][1100];
        static int turn;
        turn = !turn;
        snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
        return path[turn];
    }
    static int numbered(const char *name) {
        FILE *f = fopen(file(name), "r");
        int number = 0;
        word[0] = 0;
        if (f) { if (fscanf(f, "%d %15s", &number, word) < 1) number = 0; fclose(f); }
        return number;
    }
    static void kill_host(void) { kill(getppid(), SIGKILL); for (;;) pause(); }
    static int begin(void) {
        int calls = numbered("calls") + 1;
        FILE *f = fopen(file("calls"), "w");
        fprintf(f, "%d", calls);
        fclose(f);
        int number = numbered("fault"), mine = number == calls;
        if (number > 0 && calls >= number && strcmp(word, "always") == 0) return ANTRAIN_RETRY;
        if (mine && strcmp(word, "before") == 0) kill_host();
        if (mine && strcmp(word, "retry") == 0) return ANTRAIN_RETRY;
        if (mine && strcmp(word, "refuse") == 0) return ANTRAIN_REFUSED;
        return ANTRAIN_OK;
    }
    static int32_t end(void) {
        if (numbered("fault") == numbered("calls")) { numbered("fault"); if (strcmp(word, "after") == 0) kill_host(); }
        return ANTRAIN_OK;
    }
    static int32_t fail(int32_t status, antrain_result *r) { strcpy(r->reason, "told to fail"); return status; }

    static int32_t open_it(const antrain_host *h, const antrain_pair *v, uint64_t n, void **i, antrain_result *r) {
        (void)h; (void)r; *i = folder;
        for (uint64_t k = 0; k < n; k++)
            if (v[k].key.length == 4) snprintf(folder, sizeof folder, "%.*s", (int)v[k].value.length, v[k].value.data);
        int32_t status = begin();
        return status ? fail(status, r) : end();
    }
    static int32_t deliver(void *i, const antrain_notification *m, antrain_result *r) {
        (void)i; (void)r;
        FILE *f = fopen(file("delivered"), "a");
        fprintf(f, "%.*s\n", (int)m->id.length, m->id.data);
        return fclose(f);
    }
    static void without(const char *key, uint64_t length) {
        FILE *old = fopen(file("held"), "r"), *new = fopen(file("held.new"), "w");
        char line[4096];
        while (old && fgets(line, sizeof line, old))
            if (strncmp(line, key, length) != 0 || line[length] != '\t') fputs(line, new);
        if (old) fclose(old);
        fclose(new);
        rename(file("held.new"), file("held"));
    }
    static int32_t schedule(void *i, const antrain_notification *m, antrain_result *r) {
        (void)i;
        int32_t status = begin();
        if (status) return fail(status, r);
        without(m->key.data, m->key.length);
        FILE *f = fopen(file("held"), "a");
        fprintf(f, "%.*s\t%lld\t%.*s\t%lld\n", (int)m->key.length, m->key.data, (long long)m->instant, (int)m->id.length, m->id.data,
                (long long)(m->expires - m->instant));
        fclose(f);
        return end();
    }
    static int32_t cancel(void *i, antrain_string key, antrain_result *r) {
        (void)i;
        int32_t status = begin();
        if (status) return fail(status, r);
        without(key.data, key.length);
        return end();
    }
    static int32_t list(void *i, void (*receive)(void *, antrain_string, int64_t), void *context, antrain_result *r) {
        (void)i;
        int32_t status = begin();
        if (status) return fail(status, r);
        FILE *f = fopen(file("held"), "r");
        char key[256];
        long long instant;
        while (f && fscanf(f, "%255s %lld%*[^\n]", key, &instant) == 2)
            receive(context, (antrain_string){ key, strlen(key) }, instant);
        if (f) fclose(f);
        return end();
    }
    static void close_it(void *i) { (void)i; begin(); end(); }
    static antrain_schedule extension = { .size = sizeof extension, .limit = LIMIT, .schedule = schedule, .cancel = cancel, .list = list };
    static const void *get_extension(antrain_string name) {
        return name.length == strlen(ANTRAIN_EXTENSION_SCHEDULE) && memcmp(name.data, ANTRAIN_EXTENSION_SCHEDULE, name.length) == 0
            ? &extension : NULL;
    }
    static const antrain_key keys[] = { { ANTRAIN_STRING("path"), ANTRAIN_STRING("the folder"), { 0 }, ANTRAIN_TYPE_PATH, 0 } };
    static const antrain_plugin plugin = {
        .size = sizeof(antrain_plugin), .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR, .name = ANTRAIN_STRING("hold"),
        .version = ANTRAIN_STRING("1"), .capabilities = ANTRAIN_CAPABILITY_DELIVER | ANTRAIN_CAPABILITY_SCHEDULE,
        .keys = keys, .key_count = 1, .open = open_it, .deliver = deliver, .close = close_it, .get_extension = get_extension,
        .needs = ANTRAIN_NEED_RIGHTS, /* it kills its host */
    };
    const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { (void)host; return &plugin; }
    """#
