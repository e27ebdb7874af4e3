/* Loads the plugin and calls it as antrain does: ./test_plugin ./lib@NAME@.so */
#define _POSIX_C_SOURCE 200809L
#define ANTRAIN_PLUGIN_NO_PROTOTYPE
#include <antrain_plugin.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(condition)                                                                    \
    do {                                                                                    \
        if (!(condition)) {                                                                 \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);         \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

static void take(const antrain_host *host, antrain_string text) {
    (void)host;
    printf("%.*s", (int)text.length, text.data);
}
static void take_line(const antrain_host *host, int32_t level, antrain_string text) {
    (void)level;
    take(host, text);
}
static const void *no_extension(const antrain_host *host, antrain_string name) {
    (void)host;
    (void)name;
    return NULL;
}
static const antrain_host host = {
    .size = sizeof(antrain_host), .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR, .terminal_columns = 80,
    .log = take_line, .print = take, .get_extension = no_extension,
};

static antrain_string text(const char *content) {
    antrain_string string = {content, strlen(content)};
    return string;
}

/* Opens the plugin with one value; the result has its reason and remedy. */
static int32_t open_with(const antrain_plugin *plugin, const char *key, const char *value, void **instance,
                         antrain_result *result) {
    antrain_pair pair = {text(key), text(value)};
    memset(result, 0, sizeof *result);
    result->size = sizeof *result;
    *instance = NULL;
    return plugin->open(&host, &pair, key[0] != 0, instance, result);
}

static void delivers_a_reminder(const antrain_plugin *plugin, const char *folder) {
    antrain_notification notification = {.size = sizeof notification};
    antrain_result result;
    void *instance;
    char path[1024], lines[256] = "";
    snprintf(path, sizeof path, "%s/reminders.txt", folder);
    CHECK(open_with(plugin, "path", path, &instance, &result) == ANTRAIN_OK);
    CHECK(plugin->probe(instance, &result) == ANTRAIN_OK);
    notification.title = text("Workout Time!");
    notification.body = text("Today:\nPush Day");
    CHECK(plugin->deliver(instance, &notification, &result) == ANTRAIN_OK);
    notification.title = text("Water");
    notification.body = text("");
    CHECK(plugin->deliver(instance, &notification, &result) == ANTRAIN_OK);
    plugin->close(instance);

    FILE *file = fopen(path, "r");
    CHECK(file != NULL && fread(lines, 1, sizeof lines - 1, file) > 0);
    fclose(file);
    CHECK(strcmp(lines, "Workout Time!: Today: Push Day\nWater\n") == 0);
    CHECK(unlink(path) == 0);
}

static void reports_errors(const antrain_plugin *plugin, const char *folder) {
    antrain_result result;
    void *instance;
    CHECK(open_with(plugin, "", "", &instance, &result) == ANTRAIN_REFUSED && result.remedy[0] != 0);
    CHECK(open_with(plugin, "colour", "red", &instance, &result) == ANTRAIN_REFUSED);
    CHECK(strstr(result.reason, "colour") != NULL);
    CHECK(open_with(plugin, "path", "reminders.txt", &instance, &result) == ANTRAIN_REFUSED);
    /* A folder cannot be written to: a temporary failure. */
    CHECK(open_with(plugin, "path", folder, &instance, &result) == ANTRAIN_OK);
    CHECK(plugin->probe(instance, &result) == ANTRAIN_RETRY);
    CHECK(strstr(result.reason, folder) != NULL && result.remedy[0] != 0);
    plugin->close(instance);
}

int main(int count, char **arguments) {
    char folder[] = "/tmp/@NAME@-XXXXXX";
    antrain_plugin_entry entry;
    CHECK(count == 2);
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) fprintf(stderr, "%s\n", dlerror());
    CHECK(library != NULL);
    *(void **)&entry = dlsym(library, "antrain_plugin_entry_v1");
    CHECK(entry != NULL);
    const antrain_plugin *plugin = entry(&host);
    CHECK(plugin != NULL && plugin->size == sizeof *plugin);
    CHECK(plugin->name.length == strlen("@NAME@") && memcmp(plugin->name.data, "@NAME@", plugin->name.length) == 0);

    CHECK(mkdtemp(folder) != NULL);
    delivers_a_reminder(plugin, folder);
    reports_errors(plugin, folder);
    CHECK(rmdir(folder) == 0);
    puts("@NAME@: all tests passed");
    return 0;
}
