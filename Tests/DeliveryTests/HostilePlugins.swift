/// Plugins in C that misbehave, and one that does not.
enum CPlugin {
    /// The source that all of them share; `BODY` is the body of `deliver`.
    static func source(
        deliver body: String,
        open: String = "(void)h; (void)v; (void)n; (void)r; *i = 0; return ANTRAIN_OK;",
        extra: String = "",
        needs: String = "0"
    ) -> String {
        let needs = needs == "0" ? "" : ".needs = \(needs),"
        return """
            #include <antrain_plugin.h>
            #include <fcntl.h>
            #include <pthread.h>
            #include <signal.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/socket.h>
            #include <unistd.h>
            static const antrain_host *the_host;
            static int32_t open_it(const antrain_host *h, const antrain_pair *v, uint64_t n, void **i, antrain_result *r) { \(open) }
            static int32_t deliver(void *i, const antrain_notification *m, antrain_result *r) { (void)i; (void)m; (void)r; \(body) return 0; }
            static antrain_plugin plugin = {
                .size = sizeof(antrain_plugin), .name = ANTRAIN_STRING("test"), .version = ANTRAIN_STRING("1"),
                .open = open_it, .deliver = deliver, \(needs)
            };
            const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { the_host = host; \(extra) return &plugin; }
            """
    }

    static let good = source(
        deliver:
            "antrain_string text = { m->body.data, m->body.length }; the_host->print(the_host, text); return ANTRAIN_OK;"
    )
}
