import CLibFuzzer
import Glibc

// antrain-fuzz --target=NAME [libFuzzer's own arguments]
//
// libFuzzer ignores arguments that begin with two dashes, and passes them on when it restarts itself, as for -minimize_crash=1.
let option = "--target="
let chosen = CommandLine.arguments.first { $0.hasPrefix(option) }?.dropFirst(option.count)
let found = FuzzTarget.all.first { $0.name == chosen ?? "" }
guard let target = found else {
    for target in FuzzTarget.all { print(target.name) }
    exit(chosen == nil ? 0 : 64)
}

/// libFuzzer's callback: a C function, which cannot capture anything.
nonisolated(unsafe) var fuzzed = target

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
    LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        do {
            try fuzzed.check(Array(UnsafeBufferPointer(start: data, count: size)))
        } catch {
            let line = "\(fuzzed.name): \(error)\n"
            _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            abort()
        }
        return 0
    }
)
