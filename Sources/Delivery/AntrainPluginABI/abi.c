/* The header must be self-contained; otherwise this file does not compile. */
#define ANTRAIN_PLUGIN_NO_PROTOTYPE
#include "antrain_plugin.h"

/* The layout, which never changes within major version 1, on every 64-bit machine. */
_Static_assert(sizeof(antrain_string) == 16, "antrain_string is part of the ABI");
_Static_assert(offsetof(antrain_result, reason) == 8, "antrain_result is part of the ABI");
_Static_assert(offsetof(antrain_host, log) == 24, "antrain_host is part of the ABI");
_Static_assert(offsetof(antrain_notification, instant) == 168, "antrain_notification is part of the ABI");
_Static_assert(offsetof(antrain_plugin, open) == 96, "antrain_plugin is part of the ABI");
