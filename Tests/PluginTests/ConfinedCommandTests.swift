import Delivery
import DeliverySupport
import Foundation
import TestSupport
import Testing

/// The command plugin with permission only to start programs: the programs that the kit starts are confined as well.
@Suite struct ConfinedCommandTests {
    /// A stage with the real plugin behind a description that requests less.
    private func stage(_ command: String) throws -> DeliveryStage {
        var stage = try DeliveryStage()
        let library = stage.folder.path + "/command.so"
        try FileManager.default.copyItem(atPath: BuildProducts.path("libantrain-command.so"), toPath: library)
        let source = """
            #include <antrain_plugin.h>
            #include <dlfcn.h>
            static const antrain_string paths[] = { ANTRAIN_STRING("\(library)") };
            static int32_t open_it(const antrain_host *host, const antrain_pair *values, uint64_t count, void **instance, antrain_result *result) {
                (void)host; (void)values; (void)count; (void)instance; (void)result; return ANTRAIN_REFUSED; }
            static int32_t deliver(void *instance, const antrain_notification *notification, antrain_result *result) {
                (void)instance; (void)notification; (void)result; return ANTRAIN_REFUSED; }
            static antrain_plugin plugin = {
                .size = sizeof plugin, .abi_minor = 1, .name = ANTRAIN_STRING("confined"), .version = ANTRAIN_STRING("1"),
                .summary = ANTRAIN_STRING("Starts programs"), .open = open_it, .deliver = deliver };
            const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) {
                (void)host;
                /* Before its description is known it reads nothing but itself, and cannot be more than that. */
                void *library = dlopen("\(library)", RTLD_NOW);
                antrain_plugin_entry entry = library == NULL ? NULL : (antrain_plugin_entry)dlsym(library, "antrain_plugin_entry_v1");
                if (entry != NULL) plugin = *entry(host);
                plugin.needs = ANTRAIN_NEED_EXEC;
                plugin.paths = paths;
                plugin.path_count = 1;
                return &plugin;
            }
            """
        let timeout = command.contains("sleep") ? [("timeout", "1s")] : []
        try stage.add("confined", c: source, values: [("command", command)] + timeout)
        return stage
    }

    @Test(arguments: [
        ("sh -c 'read -r line && test -n \"$line\"'", "delivered", ""),
        ("sh -c 'echo no; exit 75'", "retrying", "75: no"),
        ("sleep 600", "retrying", "took more than 1 s"),
        ("sh -c 'sleep 600 & sleep 600'", "retrying", "took more than 1 s"),
    ])
    func programsRunConfined(command: String, state: String, reason: String) throws {
        let stage = try stage(command)
        #expect("\(stage.dispatcher.report(stage.ready[0]))".contains("seccomp"))
        let outcome = try stage.outcome()
        #expect(outcome.state == state && (reason.isEmpty || outcome.reason.contains(reason)), "\(outcome)")
    }
}
