/* What 1.0.so, 1.1.so and 1.2.so were made from, each with the header of its interface: cc -Os -s -shared -fPIC -nostdlib -I… -o 1.0.so plugin.c */
#include "antrain_plugin.h"
static const antrain_host *the_host;
static int32_t open_it(const antrain_host *host, const antrain_pair *values, uint64_t count, void **instance, antrain_result *result) {
    (void)host; (void)values; (void)count; (void)result;
    *instance = 0;
    return ANTRAIN_OK;
}
static int32_t deliver(void *instance, const antrain_notification *message, antrain_result *result) {
    (void)instance; (void)result;
    the_host->print(the_host, message->body);
    return ANTRAIN_OK;
}
static antrain_plugin plugin = {
    .size = sizeof(antrain_plugin), .name = ANTRAIN_STRING("old"), .version = ANTRAIN_STRING("1"),
    .open = open_it, .deliver = deliver,
};
const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) {
    the_host = host;
    return &plugin;
}
