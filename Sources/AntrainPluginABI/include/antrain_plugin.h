/*
 * antrain_plugin.h: all that a delivery plugin must know of antrain.
 *
 * A plugin is a shared library that exports one function, antrain_plugin_entry_v1. antrain loads it in a process of its own
 * (antrain-plugin-runner), one for each channel, so a plugin that crashes or hangs harms no one else.
 *
 * Rules that hold for everything here:
 *   - C99; no other header of antrain's. All integers have a fixed width. Enumerations are int32_t or uint32_t.
 *   - Text is UTF-8, given as pointer and length, and has no NUL at its end. A length of 0 may come with a null pointer.
 *     The byte after a text that the host passes cannot be read: strlen and "%s" crash.
 *   - A struct that may grow begins with its size in bytes as its maker knows it. It only grows at its end; a member may be read
 *     only if the size says that it is there: ANTRAIN_HAS(pointer, member). A struct without a size never changes.
 *   - What the host passes belongs to the host and is valid until the call returns; copy what you keep. What the plugin returns
 *     from its entry belongs to the plugin and is valid until the process ends.
 *   - The host calls one function at a time, all from one thread. A plugin may have threads of its own, but it must not call the
 *     host from them.
 *   - A call must return within its time, or the process is killed: open and probe 5 s; deliver, cancel and those of
 *     antrain.schedule/1 30 s; attend of antrain.listen/1 5 s; close 1 s. What it waits for itself must end before that.
 *   - Standard input is empty; standard output and error are kept as a log and shown when a delivery fails.
 *   - The major version stands in the name of the entry. Within a major, no member ever changes its meaning or place. What came
 *     with a later minor version says so: "since 1.1".
 */
#ifndef ANTRAIN_PLUGIN_H
#define ANTRAIN_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ANTRAIN_PLUGIN_ABI_MAJOR 1
#define ANTRAIN_PLUGIN_ABI_MINOR 2

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

/* What a call came to. Any other value counts as ANTRAIN_REFUSED. */
enum {
    ANTRAIN_OK = 0,      /* done */
    ANTRAIN_RETRY = 1,   /* a passing failure: the host tries again later, until the reminder has lost its sense */
    ANTRAIN_REFUSED = 2  /* a failure for good: the host does not try this one again */
};

/* Why a call did not come to ANTRAIN_OK. The host makes it, zeroed but for the size; the plugin writes into it. */
typedef struct antrain_result {
    uint32_t size;
    uint32_t retry_after_seconds; /* with ANTRAIN_RETRY: not before; 0 leaves it to the host */
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
    ANTRAIN_TERMINAL_OUTPUT = 1u << 0,      /* the user sees what is printed: the host's output is a terminal */
    ANTRAIN_TERMINAL_COLOR = 1u << 1,       /* colours may be used */
    ANTRAIN_TERMINAL_CONTROLLING = 1u << 2  /* a person started the host: it has a controlling terminal */
};

/* What the host offers. Valid from the entry until the process ends. */
typedef struct antrain_host {
    uint32_t size;
    uint32_t abi_minor;
    uint32_t terminal_columns; /* how wide to write what is printed */
    uint32_t terminal_flags;   /* ANTRAIN_TERMINAL_… */
    void *context;
    /* Adds a line to the log. */
    void (*log)(const struct antrain_host *host, int32_t level, antrain_string text);
    /* Shows text to the user on the host's own output: text with line breaks, tabs and colours (ESC [ ... m), up to 64 KiB for each
       call of the plugin. Other control and bidirectional-override characters become spaces. */
    void (*print)(const struct antrain_host *host, antrain_string text);
    /* What the host offers beyond this version, by name as in "antrain.badge/1"; null where it does not. */
    const void *(*get_extension)(const struct antrain_host *host, antrain_string name);
} antrain_host;

/* A program day that a notification is about. */
typedef struct antrain_item {
    antrain_string program_id;
    antrain_string program_name;
    antrain_string day_id;
    antrain_string day_name;
    int64_t week; /* from 1 */
} antrain_item;

/* What the user can answer; command is a shell command line. */
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
    antrain_string id;          /* what it is: "workout/2026-11-23/0730" */
    antrain_string key;         /* the same for each attempt at this notification on this channel: use it against doubles */
    antrain_string category;    /* "workout", "rest-day", "follow-up", "reminder", "check-in", "record"; more may come */
    antrain_string title;
    antrain_string body;        /* may have line breaks */
    antrain_string date;        /* what it is about: "2026-11-23" */
    antrain_string weekday;     /* of that date: "monday" */
    antrain_string fire_at;     /* when it was to come, by the user's clock: "2026-11-23T07:30" */
    antrain_string zone;        /* of that clock: "Europe/Berlin" */
    antrain_string link;        /* "antrain://workout/2026-11-23/0730" */
    int64_t instant;            /* when it was to come, in seconds since 1970-01-01T00:00:00Z */
    int64_t late_seconds;       /* how long ago that was; 0 when it is on time */
    int64_t utc_offset_seconds; /* of that clock at that moment, east positive */
    const antrain_item *items;
    uint64_t item_count;
    const antrain_action *actions;
    uint64_t action_count;
    /* What is known beside; more may come, and each may be missing. "language": "de". "when": when it was to come, as the user
       writes it: "Mo 23. Nov, 07:30". Only where it is late by a minute or more, "late": "1 Std. 15 Min. zu spät", and
       "late-note", the same as a sentence. Only where it is to be held, "late-form": "{minutes} Min. zu spät". */
    const antrain_pair *attributes;
    uint64_t attribute_count;
    int64_t expires;            /* since 1.1: after this moment, in seconds since 1970, nobody must be reminded any more; 0 for never */
} antrain_notification;

enum {
    ANTRAIN_TYPE_TEXT = 0,
    ANTRAIN_TYPE_NUMBER = 1,
    ANTRAIN_TYPE_SWITCH = 2, /* "on" or "off" */
    ANTRAIN_TYPE_SPAN = 3,   /* "30s", "5m" */
    ANTRAIN_TYPE_PATH = 4,   /* as the user wrote it, from the root or from ~/: the plugin puts $HOME in place of the ~ */
    ANTRAIN_TYPE_COMMAND = 5
};

enum {
    ANTRAIN_KEY_REQUIRED = 1u << 0,
    ANTRAIN_KEY_SECRET = 1u << 1, /* never shown or logged */
    ANTRAIN_KEY_LIST = 1u << 2,   /* may be given several times */
    ANTRAIN_KEY_READ = 1u << 3,   /* since 1.1: a path that is only read, and not made where it is missing */
    ANTRAIN_KEY_SOCKET = 1u << 4  /* since 1.2: a UNIX socket to connect to, with ANTRAIN_NEED_SOCKETS or _DESKTOP: of the type PATH
                                     its path, of the type TEXT an address as D-Bus writes it, "unix:path=/run/bus" */
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
    ANTRAIN_CAPABILITY_ATTACHMENTS = 1u << 4
};

/* What a plugin needs beside its own folder and the files that the user names in its values. The user is shown these before the
 * plugin is allowed, and it gets nothing else. Since 1.1. */
enum {
    ANTRAIN_NEED_NETWORK = 1u << 0,  /* connections to other machines */
    ANTRAIN_NEED_EXEC = 1u << 1,     /* starting programs, and reading what these read */
    ANTRAIN_NEED_RIGHTS = 1u << 2,   /* starting programs that have rights of their own, as sendmail(8) and at(1) have */
    ANTRAIN_NEED_DESKTOP = 1u << 3,  /* the user's session bus, and the folder $XDG_RUNTIME_DIR/antrain/ */
    ANTRAIN_NEED_TERMINALS = 1u << 4, /* writing to the user's terminals */
    ANTRAIN_NEED_SOCKETS = 1u << 5   /* since 1.2: connecting to the UNIX sockets in `sockets` and those that the user names */
};

/* What a plugin is. */
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

    /* Gets ready with the user's values, and stores what the other calls are given. Called once, before them. Required. */
    int32_t (*open)(const antrain_host *host, const antrain_pair *values, uint64_t count, void **instance, antrain_result *result);
    /* Says whether a delivery could succeed now, without delivering anything. May be null: always ready. */
    int32_t (*probe)(void *instance, antrain_result *result);
    /* Delivers one notification. Required. */
    int32_t (*deliver)(void *instance, const antrain_notification *notification, antrain_result *result);
    /* Takes back what was delivered under an id, as when it was answered elsewhere; the process may be another than the one that
       delivered it, and what is not there any more is no failure. May be null. */
    int32_t (*cancel)(void *instance, antrain_string id, antrain_result *result);
    /* Ends the instance and frees what it holds. May be null. */
    void (*close)(void *instance);
    /* What the plugin offers beyond this version, by name as in "antrain.schedule/1". May be null. */
    const void *(*get_extension)(antrain_string name);

    uint64_t needs;              /* since 1.1: ANTRAIN_NEED_… */
    const antrain_string *paths; /* since 1.1: files and folders that it reads and writes; they begin with /, ~/ or $XDG_STATE_HOME/ and the like */
    uint64_t path_count;         /* since 1.1 */
    const antrain_string *sockets; /* since 1.2: paths of UNIX sockets, as "/dev/log"; they begin as paths do, or with $XDG_RUNTIME_DIR/ */
    uint64_t socket_count;         /* since 1.2 */
} antrain_plugin;

/* The extension "antrain.schedule/1" of a plugin that holds pending notifications itself, so that they come with no antrain
 * running. Such a plugin has ANTRAIN_CAPABILITY_SCHEDULE. What has come to its time is no longer held: it was delivered, or its
 * "expires" had passed. */
#define ANTRAIN_EXTENSION_SCHEDULE "antrain.schedule/1"
typedef struct antrain_schedule {
    uint32_t size;
    uint32_t limit; /* how many notifications it can hold at once; 0 where there is no such number */
    /* Holds a notification under its key until its instant. What it holds under that key already is replaced. */
    int32_t (*schedule)(void *instance, const antrain_notification *notification, antrain_result *result);
    /* Lets go of what it holds under a key. A key that it does not hold is no failure. */
    int32_t (*cancel)(void *instance, antrain_string key, antrain_result *result);
    /* Tells all that it holds, by calling receive for each: its key and its instant. */
    int32_t (*list)(void *instance, void (*receive)(void *context, antrain_string key, int64_t instant), void *context,
                    antrain_result *result);
} antrain_schedule;

/* The extension "antrain.listen/1" of a plugin that waits for something from outside, as a button that is pressed. While the
 * host keeps the plugin's process, it calls attend whenever the descriptor can be read. */
#define ANTRAIN_EXTENSION_LISTEN "antrain.listen/1"
typedef struct antrain_listen {
    uint32_t size;
    uint32_t reserved;
    int32_t (*descriptor)(void *instance); /* what to wait on; -1 for nothing now; asked after each call */
    void (*attend)(void *instance);        /* takes what has come; may take 5 s */
} antrain_listen;

/* The extension "antrain.act/1" of the host: the user has answered to a notification. The host has it only where it stays to
 * listen; a plugin offers no buttons where get_extension returns null. To be called from attend. */
#define ANTRAIN_EXTENSION_ACT "antrain.act/1"
typedef struct antrain_act {
    uint32_t size;
    uint32_t reserved;
    /* Does what one of the notification's actions says. */
    void (*act)(const antrain_host *host, antrain_string notification_id, antrain_string action_id);
} antrain_act;

/* The one function that a plugin exports. Called once; null means that the plugin cannot work with this host. */
#define ANTRAIN_PLUGIN_ENTRY antrain_plugin_entry_v1
typedef const antrain_plugin *(*antrain_plugin_entry)(const antrain_host *host);

#ifndef ANTRAIN_PLUGIN_NO_PROTOTYPE
const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host);
#endif

#ifdef __cplusplus
}
#endif

#endif
