/* A delivery plugin in C whose answers are files: another program, such as one that synchronizes folders, brings them. Build it with
 *     cc $(pkg-config --cflags antrain-plugin) -shared -fPIC -o libinbox.so inbox.c
 *
 * A reminder becomes a line in the file "reminders" of the folder `path`: its ID and its title. To answer it, put a file into the folder
 * "answers" there, under any other name than those of earlier answers: first the action and the ID, such as "done workout/2026-11-23/0730",
 * then what the action needs, such as "squat 5,5,5,5,3". The time of the file is that of the answer. A recorded answer is deleted; a refused
 * one is moved to the folder "refused".
 */
#include <antrain_plugin.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const antrain_key keys[] = {
    {ANTRAIN_STRING("path"), ANTRAIN_STRING("the folder with reminders and answers, which must exist"), {0}, ANTRAIN_TYPE_PATH, ANTRAIN_KEY_REQUIRED}};

static int32_t fail(antrain_result *result, const char *what) {
    snprintf(result->reason, sizeof result->reason, "%s: %s", what, strerror(errno));
    snprintf(result->remedy, sizeof result->remedy, "set 'path' to an existing folder in which you can write");
    return ANTRAIN_RETRY;
}

/* A path in the folder, valid until the call after the next one. */
static const char *in(const char *folder, const char *name) {
    static char paths[2][8192];
    static int turn;
    turn = !turn;
    snprintf(paths[turn], sizeof paths[turn], "%s/%s", folder, name);
    return paths[turn];
}

static int32_t open_it(const antrain_host *host, const antrain_pair *values, uint64_t count, void **instance, antrain_result *result) {
    const char *home = getenv("HOME");
    char *folder = NULL;
    (void)host;
    for (uint64_t i = 0; i < count; i++) {
        antrain_string path = values[i].value;
        if (values[i].key.length != 4 || memcmp(values[i].key.data, "path", 4) != 0 || folder != NULL) continue;
        if (path.length > 0 && path.data[0] == '/') folder = strndup(path.data, path.length);
        else if (path.length > 1 && memcmp(path.data, "~/", 2) == 0 && home != NULL) {
            folder = malloc(strlen(home) + path.length);
            if (folder != NULL) sprintf(folder, "%s%.*s", home, (int)path.length - 1, path.data + 1);
        }
    }
    *instance = folder;
    if (folder != NULL) return ANTRAIN_OK;
    snprintf(result->reason, sizeof result->reason, "path must begin with / or ~/");
    return ANTRAIN_REFUSED;
}

static int32_t deliver(void *folder, const antrain_notification *n, antrain_result *result) {
    FILE *file;
    mkdir(in(folder, "answers"), 0700);
    file = fopen(in(folder, "reminders"), "a");
    if (file == NULL) return fail(result, in(folder, "reminders"));
    fprintf(file, "%.*s %.*s\n", (int)n->id.length, n->id.data, (int)n->title.length, n->title.data);
    return fclose(file) == 0 ? ANTRAIN_OK : fail(result, in(folder, "reminders"));
}

static antrain_string string(const char *text) { antrain_string s = {text, strlen(text)}; return s; }

/* Reports the answer in a file, whose name is its ID. */
static void report(const char *path, const char *name, void (*receive)(void *, const antrain_answer *), void *context) {
    char text[8192] = "";
    struct stat status;
    FILE *file = fopen(path, "r");
    if (file == NULL) return;
    if (fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode)) {
        char *detail, *notification;
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        detail = text + strcspn(text, "\n");
        if (*detail != 0) *detail++ = 0;
        notification = text + strcspn(text, " ");
        if (*notification != 0) *notification++ = 0;
        antrain_answer answer = {
            .size = sizeof answer, .id = string(name), .action = string(text), .notification_id = string(notification),
            .detail = string(detail), .instant = status.st_mtime};
        receive(context, &answer);
    }
    fclose(file);
}

static int32_t collect(void *folder, void (*receive)(void *, const antrain_answer *), void *context, antrain_result *result) {
    const char *answers = in(folder, "answers");
    struct dirent **names;
    int count = scandir(answers, &names, NULL, alphasort);
    if (count < 0) return errno == ENOENT ? ANTRAIN_OK : fail(result, answers);
    for (int i = 0; i < count; i++) {
        char path[8192];
        snprintf(path, sizeof path, "%s/answers/%s", (const char *)folder, names[i]->d_name);
        /* Programs that write a file often give it such a name until it is complete. */
        if (names[i]->d_name[0] != '.') report(path, names[i]->d_name, receive, context);
        free(names[i]);
    }
    free(names);
    return ANTRAIN_OK;
}

static int32_t settle(void *folder, antrain_string id, int32_t outcome, antrain_string text, antrain_result *result) {
    char from[8192], to[8192];
    (void)text;
    snprintf(from, sizeof from, "%s/answers/%.*s", (const char *)folder, (int)id.length, id.data);
    snprintf(to, sizeof to, "%s/refused/%.*s", (const char *)folder, (int)id.length, id.data);
    if (memchr(id.data, '/', id.length) != NULL) return ANTRAIN_OK;
    if (outcome == ANTRAIN_ANSWER_REFUSED) mkdir(in(folder, "refused"), 0700);
    if ((outcome == ANTRAIN_ANSWER_REFUSED ? rename(from, to) : remove(from)) == 0 || errno == ENOENT) return ANTRAIN_OK;
    return fail(result, from);
}

static const antrain_answers answers = {
    .size = sizeof answers, .flags = ANTRAIN_ANSWERS_KEPT, .collect = collect, .settle = settle};

static const void *get_extension(antrain_string name) {
    static const char wanted[] = ANTRAIN_EXTENSION_ANSWERS;
    return name.length == sizeof wanted - 1 && memcmp(name.data, wanted, name.length) == 0 ? &answers : NULL;
}

static const antrain_plugin plugin = {
    .size = sizeof(antrain_plugin), .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR,
    .capabilities = ANTRAIN_CAPABILITY_DELIVER | ANTRAIN_CAPABILITY_ACTIONS,
    .name = ANTRAIN_STRING("inbox"), .version = ANTRAIN_STRING("1.0"), .summary = ANTRAIN_STRING("Takes answers from files in a folder"),
    .keys = keys, .key_count = 1, .open = open_it, .deliver = deliver, .close = free, .get_extension = get_extension};

const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { (void)host; return &plugin; }
