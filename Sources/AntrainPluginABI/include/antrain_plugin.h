/* antrain_plugin.h: all that a delivery plugin must know of antrain. C99, no other header of antrain's. */
#ifndef ANTRAIN_PLUGIN_H
#define ANTRAIN_PLUGIN_H

#define ANTRAIN_PLUGIN_ABI_MAJOR 1

#endif
