/*
 * antrain_plugin.h: the complete interface between antrain and a delivery plugin.
 *
 * A plugin is a shared library that exports one function, antrain_plugin_entry_v1. antrain loads it in a separate process
 * (antrain-plugin-runner), one per channel, so a plugin that crashes or hangs does not affect anything else.
 *
 * General rules:
 *   - C99; no other antrain header is needed. All integers have a fixed width. Enumerations are int32_t or uint32_t.
 *   - Text is UTF-8, passed as pointer and length, and is not NUL-terminated. A length of 0 may come with a null pointer.
 *     The byte after a text passed by the host is not readable: strlen and "%s" crash.
 *   - A struct that may grow starts with its size in bytes, as known to whoever created it. It grows only at its end; read a
 *     member only if the size covers it: ANTRAIN_HAS(pointer, member). A struct without a size never changes.
 *   - Data passed by the host belongs to the host and is valid until the call returns; copy what you keep. Data that the plugin
 *     returns from its entry belongs to the plugin and must stay valid until the process ends.
 *   - The host calls one function at a time, always from the same thread. A plugin may have its own threads, but must not call
 *     the host from them.
 *   - A call must return within its time limit, or the process is killed: open and probe 5 s; deliver, cancel and the functions
 *     of extensions 30 s, but collect 5 s if its descriptor was readable; close 1 s. Use shorter timeouts for anything you wait for.
 *   - A process that may write to a folder is stopped (SIGSTOP) and continued while antrain counts the folder's size. epoll_wait(2),
 *     and reads and writes of a socket with a timeout, then fail with EINTR (signal(7)): repeat them.
 *   - Standard input is empty; standard output and error are kept as a log and shown when a delivery fails.
 *   - The major version is part of the entry's name. Within a major version, no member changes its meaning or position. Members
 *     added in a later minor version say so: "since 1.1".
 */
#ifndef ANTRAIN_PLUGIN_H
#define ANTRAIN_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ANTRAIN_PLUGIN_ABI_MAJOR 1
#define ANTRAIN_PLUGIN_ABI_MINOR 3

/* Whether the struct that p points to is large enough to have the member. */
#define ANTRAIN_HAS(p, member) \
    ((p)->size >= offsetof(__typeof__(*(p)), member) + sizeof((p)->member))

typedef struct antrain_string {
    const char *data;
    uint64_t length;
} antrain_string;

/* A string literal as an antrain_string, also in static data. */
#define ANTRAIN_STRING(literal) { (literal), sizeof(literal) - 1 }

typedef struct antrain_pair {
    antrain_string key;
    antrain_string value;
} antrain_pair;

/* The result of a call. Any other value counts as ANTRAIN_REFUSED. */
enum {
    ANTRAIN_OK = 0,      /* done */
    ANTRAIN_RETRY = 1,   /* temporary failure: the host retries later, until the reminder is no longer useful */
    ANTRAIN_REFUSED = 2  /* permanent failure: the host does not retry this one */
};

/* Why a call did not return ANTRAIN_OK. Allocated by the host, zeroed except for the size, and filled in by the plugin. */
typedef struct antrain_result {
    uint32_t size;
    uint32_t retry_after_seconds; /* with ANTRAIN_RETRY: the minimum delay; 0 leaves it to the host */
    char reason[512];             /* what went wrong, NUL-terminated */
    char remedy[512];             /* what the user can do about it, NUL-terminated */
} antrain_result;

enum {
    ANTRAIN_LOG_DEBUG = 0,
    ANTRAIN_LOG_INFO = 1,
    ANTRAIN_LOG_WARNING = 2,
    ANTRAIN_LOG_ERROR = 3
};

enum {
    ANTRAIN_TERMINAL_OUTPUT = 1u << 0,      /* the host's output is a terminal, so the user sees what is printed */
    ANTRAIN_TERMINAL_COLOR = 1u << 1,       /* colours may be used */
    ANTRAIN_TERMINAL_CONTROLLING = 1u << 2  /* the host has a controlling terminal: a person started it */
};

enum {
    ANTRAIN_HOST_LISTENS = 1u << 0 /* the host keeps running and waits for answers (antrain.answers/1): otherwise, do not offer buttons */
};

/* The host's functions. Valid from the entry until the process ends. */
typedef struct antrain_host {
    uint32_t size;
    uint32_t abi_minor;
    uint32_t terminal_columns; /* the width for printed text */
    uint32_t terminal_flags;   /* ANTRAIN_TERMINAL_… */
    void *context;
    /* Adds a line to the log. */
    void (*log)(const struct antrain_host *host, int32_t level, antrain_string text);
    /* Prints lines of text on the host's output, each after the channel's name, with tabs and colours (ESC [ ... m), up to 64 KiB
       per call of the plugin. Other control characters and bidirectional overrides become spaces. */
    void (*print)(const struct antrain_host *host, antrain_string text);
    /* Returns a host extension by name; null if the host does not have it. There are none yet. */
    const void *(*get_extension)(const struct antrain_host *host, antrain_string name);
    uint32_t flags;    /* since 1.3: ANTRAIN_HOST_… */
    uint32_t reserved; /* since 1.3 */
    int64_t now;       /* since 1.3: the present in seconds since 1970 if the user set it (ANTRAIN_NOW); 0: the system's clock */
} antrain_host;

/* A program day in a notification. */
typedef struct antrain_item {
    antrain_string program_id;
    antrain_string program_name;
    antrain_string day_id;
    antrain_string day_name;
    int64_t week; /* from 1 */
} antrain_item;

/* An answer that the user can give; command is a shell command line. */
typedef struct antrain_action {
    antrain_string id;
    antrain_string label;
    antrain_string command;
} antrain_action;

enum {
    ANTRAIN_NOTIFICATION_URGENT = 1u << 0,
    ANTRAIN_NOTIFICATION_QUIET = 1u << 1 /* deliver without sound or interruption */
};

typedef struct antrain_notification {
    uint32_t size;
    uint32_t flags;             /* ANTRAIN_NOTIFICATION_… */
    antrain_string id;          /* identifies the notification: "workout/2026-11-23/0730" */
    antrain_string key;         /* the same for every attempt on this channel: use it to avoid duplicates */
    antrain_string category;    /* "workout", "rest-day", "follow-up", "reminder", "check-in", "record", "summary",
                                   "milestone", "streak-warning"; more may come */
    antrain_string title;
    antrain_string body;        /* may have line breaks */
    antrain_string date;        /* the date that it is about: "2026-11-23" */
    antrain_string weekday;     /* of that date: "monday" */
    antrain_string fire_at;     /* the scheduled time on the user's clock: "2026-11-23T07:30" */
    antrain_string zone;        /* of that clock: "Europe/Berlin" */
    antrain_string link;        /* "antrain://workout/2026-11-23/0730" */
    int64_t instant;            /* the scheduled time in seconds since 1970-01-01T00:00:00Z */
    int64_t late_seconds;       /* how late it is; 0 if on time */
    int64_t utc_offset_seconds; /* of that clock at that moment, east positive */
    const antrain_item *items;
    uint64_t item_count;
    const antrain_action *actions;
    uint64_t action_count;
    /* Additional information; any of it may be missing, and more may be added. "language": "de". "when": the scheduled time as
       the user writes it: "Mo 23. Nov, 07:30". If it is late by a minute or more: "late": "1 Std. 15 Min. zu spät", and
       "late-note", the same as a sentence. Only for scheduling: "late-form": "{minutes} Min. zu spät". Only for scheduling of
       workouts by a plugin with ANTRAIN_ANSWERS_KEPT: "list-title", a title that names the workouts: "Push Day"; missing if the
       user set a title. "sets", the exercises with all planned sets, one line each, up to 8 KiB: "Squat: 3×5 @ 60 kg". When
       either changes, the host schedules the notification again under its key. Only with ANTRAIN_CAPABILITY_TOKENS:
       "answer-token", up to 40 lowercase letters and digits, which expires about two weeks after the scheduled time, and "reply", how to
       answer by replying to a message. */
    const antrain_pair *attributes;
    uint64_t attribute_count;
    int64_t expires;            /* since 1.1: do not remind after this time, in seconds since 1970; 0 for no limit */
} antrain_notification;

enum {
    ANTRAIN_TYPE_TEXT = 0,
    ANTRAIN_TYPE_NUMBER = 1,
    ANTRAIN_TYPE_SWITCH = 2, /* "on" or "off" */
    ANTRAIN_TYPE_SPAN = 3,   /* "30s", "5m" */
    ANTRAIN_TYPE_PATH = 4,   /* as the user wrote it, starting with / or ~/: the plugin replaces ~ by $HOME */
    ANTRAIN_TYPE_COMMAND = 5
};

enum {
    ANTRAIN_KEY_REQUIRED = 1u << 0,
    ANTRAIN_KEY_SECRET = 1u << 1, /* never shown or logged */
    ANTRAIN_KEY_LIST = 1u << 2,   /* may be given several times */
    ANTRAIN_KEY_READ = 1u << 3,   /* since 1.1: a path that is only read, and not created if missing */
    ANTRAIN_KEY_SOCKET = 1u << 4, /* since 1.2: a UNIX socket to connect to, with ANTRAIN_NEED_SOCKETS or _DESKTOP: a path for type
                                     PATH, a D-Bus address such as "unix:path=/run/bus" for type TEXT */
    ANTRAIN_KEY_FOLDER = 1u << 5, /* since 1.3: a path of a folder, with or without a slash at its end */
    ANTRAIN_KEY_NETWORK = 1u << 6, /* since 1.3: if the plugin has such keys, it gets ANTRAIN_NEED_NETWORK only if the user sets one */
    ANTRAIN_KEY_ANSWERS = 1u << 7  /* since 1.3: if the plugin has such keys, answers are collected, tokens given, delivered notifications
                                      cancelled, and `paths` accessible only if the user sets one */
};

/* A key that the user may set under "configure" in settings.yaml. */
typedef struct antrain_key {
    antrain_string name;
    antrain_string help;
    antrain_string default_value;
    int32_t type;   /* ANTRAIN_TYPE_… */
    uint32_t flags; /* ANTRAIN_KEY_… */
} antrain_key;

enum {
    ANTRAIN_CAPABILITY_DELIVER = 1u << 0,
    ANTRAIN_CAPABILITY_SCHEDULE = 1u << 1,
    ANTRAIN_CAPABILITY_ACTIONS = 1u << 2,
    ANTRAIN_CAPABILITY_QUIET = 1u << 3,
    ANTRAIN_CAPABILITY_ATTACHMENTS = 1u << 4,
    /* Since 1.3: answers come from a place to which others can also write, such as a topic or a mailbox. Notifications with actions then have the
       attribute "answer-token", and an answer counts only with the token of its notification. */
    ANTRAIN_CAPABILITY_TOKENS = 1u << 5
};

/* What a plugin needs in addition to its own folder and the files that the user names in its values. These are shown to the user
 * before the plugin is allowed; it gets access to nothing else. Since 1.1. */
enum {
    ANTRAIN_NEED_NETWORK = 1u << 0,  /* network connections */
    ANTRAIN_NEED_EXEC = 1u << 1,     /* starting programs, and reading the files that they need */
    ANTRAIN_NEED_RIGHTS = 1u << 2,   /* starting programs with their own privileges, such as sendmail(8) and at(1) */
    ANTRAIN_NEED_DESKTOP = 1u << 3,  /* the user's session bus, and the folder $XDG_RUNTIME_DIR/antrain/ */
    ANTRAIN_NEED_TERMINALS = 1u << 4, /* writing to the user's terminals */
    ANTRAIN_NEED_SOCKETS = 1u << 5   /* since 1.2: connecting to the UNIX sockets in `sockets` and those that the user names */
};

/* The description of a plugin. */
typedef struct antrain_plugin {
    uint32_t size;
    uint32_t abi_minor;     /* ANTRAIN_PLUGIN_ABI_MINOR */
    antrain_string name;    /* lowercase letters, digits and hyphens */
    antrain_string version;
    antrain_string summary; /* one line */
    antrain_string author;
    uint64_t capabilities;  /* ANTRAIN_CAPABILITY_… */
    const antrain_key *keys;
    uint64_t key_count;

    /* Prepares with the user's values, and stores the instance passed to the other functions. Called once, first. Required. */
    int32_t (*open)(const antrain_host *host, const antrain_pair *values, uint64_t count, void **instance, antrain_result *result);
    /* Checks whether a delivery could succeed now, without delivering or creating anything. The plugin's files and folders may not
       exist yet: antrain creates them before the first delivery. May be null: always ready. */
    int32_t (*probe)(void *instance, antrain_result *result);
    /* Delivers one notification. Required. */
    int32_t (*deliver)(void *instance, const antrain_notification *notification, antrain_result *result);
    /* Removes a delivered notification by its id, for example after it was answered elsewhere. May be called in another process
       than the one that delivered it; a notification that no longer exists is not a failure. May be null. */
    int32_t (*cancel)(void *instance, antrain_string id, antrain_result *result);
    /* Ends the instance and frees its resources. May be null. */
    void (*close)(void *instance);
    /* Returns a plugin extension by name, such as "antrain.schedule/1". May be null. */
    const void *(*get_extension)(antrain_string name);

    uint64_t needs;              /* since 1.1: ANTRAIN_NEED_… */
    const antrain_string *paths; /* since 1.1: files and folders to read and write; they start with /, ~/ or a folder such as $XDG_STATE_HOME/ */
    uint64_t path_count;         /* since 1.1 */
    const antrain_string *sockets; /* since 1.2: paths of UNIX sockets, such as "/dev/log"; they start like paths, or with $XDG_RUNTIME_DIR/ */
    uint64_t socket_count;         /* since 1.2 */
} antrain_plugin;

/* The extension "antrain.schedule/1" of a plugin that schedules notifications itself, so that they are delivered even when antrain
 * is not running. Such a plugin has ANTRAIN_CAPABILITY_SCHEDULE. A notification whose time has come is no longer scheduled: it was
 * delivered, or its "expires" had passed. */
#define ANTRAIN_EXTENSION_SCHEDULE "antrain.schedule/1"
typedef struct antrain_schedule {
    uint32_t size;
    uint32_t limit; /* how many notifications can be scheduled at once; 0 for no limit */
    /* Schedules a notification under its key for its instant. Replaces one already scheduled under that key. */
    int32_t (*schedule)(void *instance, const antrain_notification *notification, antrain_result *result);
    /* Cancels the notification scheduled under a key. An unknown key is not a failure. */
    int32_t (*cancel)(void *instance, antrain_string key, antrain_result *result);
    /* Lists all scheduled notifications by calling receive with the key and instant of each. A plugin with ANTRAIN_ANSWERS_KEPT also lists
       those whose time has come, as long as the user can answer them there, and those that the user removed there: what it lacks is
       scheduled again, even if its time has come, and what was answered is cancelled. */
    int32_t (*list)(void *instance, void (*receive)(void *context, antrain_string key, int64_t instant), void *context,
                    antrain_result *result);
} antrain_schedule;

/* The extension "antrain.answers/1" of a plugin through which the user answers notifications, for example with a button or by ticking a
 * task. Such a plugin has ANTRAIN_CAPABILITY_ACTIONS. An answer counts only if the plugin delivered or scheduled its notification. Since 1.3. */
#define ANTRAIN_EXTENSION_ANSWERS "antrain.answers/1"

/* An answer of the user. A plugin reports it again until it is settled; the host counts it once. */
typedef struct antrain_answer {
    uint32_t size;
    uint32_t reserved;
    antrain_string id;              /* identifies the answer among all that the plugin ever reports; 1 to 200 bytes, no control characters */
    antrain_string notification_id;
    antrain_string action;          /* "done", "skip", "start" or "snooze" */
    antrain_string detail;          /* may be empty. "done": one line for each exercise that was not done as planned, such as
                                       "squat 5,5,5,5,3", as for `antrain done --set`, or a line of the attribute "sets" that
                                       the user changed. "snooze": until when: "2026-11-23T08:30:00Z", or
                                       a date, "2026-11-25"; a later day moves the workout to that day. Up to 4 KiB */
    int64_t instant;                /* when the user answered, in seconds since 1970; 0 for now */
    antrain_string token;           /* with ANTRAIN_CAPABILITY_TOKENS: the notification's "answer-token", as it came with the answer */
} antrain_answer;

enum {
    ANTRAIN_ANSWERS_KEPT = 1u << 0 /* answers are kept elsewhere, such as in a folder or on a server: every planning run collects them */
};

/* What became of an answer. */
enum {
    ANTRAIN_ANSWER_RECORDED = 0, /* recorded, now or earlier; text may name lines of the detail that could not be read */
    ANTRAIN_ANSWER_REFUSED = 1   /* never recorded; text has the reason */
};

typedef struct antrain_answers {
    uint32_t size;
    uint32_t flags; /* ANTRAIN_ANSWERS_… */
    /* A descriptor that is readable when there may be answers; -1 for none. Asked after each call, and polled while the host keeps
       running; collect is called when it is readable. May be null. */
    int32_t (*descriptor)(void *instance);
    /* Reports the answers that are not settled by calling receive for each; up to 64 per call are taken. Required. */
    int32_t (*collect)(void *instance, void (*receive)(void *context, const antrain_answer *answer), void *context,
                       antrain_result *result);
    /* Settles an answer: it need not be reported again. May be null, and may be called in another process than collect. */
    int32_t (*settle)(void *instance, antrain_string answer_id, int32_t outcome, antrain_string text, antrain_result *result);
    /* How long an answer is kept for collect, in seconds; 0 for no limit. `antrain doctor` compares it with the time between runs. Asked
       after collect. May be null: no limit. */
    int64_t (*kept_for)(void *instance);
    /* Checks whether answers may be lost, without requests over the network: ANTRAIN_RETRY if they cannot be read now, ANTRAIN_REFUSED if
       some may have been lost in the last days; the reason has the time and the cause. For `antrain doctor`. May be null. */
    int32_t (*check)(void *instance, antrain_result *result);
} antrain_answers;

/* The only function that a plugin exports. Called once; null means that the plugin does not support this host. */
#define ANTRAIN_PLUGIN_ENTRY antrain_plugin_entry_v1
typedef const antrain_plugin *(*antrain_plugin_entry)(const antrain_host *host);

#ifndef ANTRAIN_PLUGIN_NO_PROTOTYPE
const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host);
#endif

#ifdef __cplusplus
}
#endif

#endif
