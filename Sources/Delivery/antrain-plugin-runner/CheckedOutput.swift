import CLinux
import Glibc

/// The standard output of a plugin that is checked: memory, which nobody reads.
///
/// Otherwise it goes to the log, like standard error.
enum CheckedOutput {
    /// Keeps standard output apart; has no effect if that is not possible.
    static func keepApart() {
        let memory = antrain_image_open("standard output")
        guard memory >= 0 else { return }
        dup2(memory, 1)
        Glibc.close(memory)
    }

    /// The number of bytes written so far.
    static var bytes: Int64 {
        // What the plugin's calls of printf(3) left in the buffer, too.
        fflush(nil)
        var status = stat()
        guard fstat(1, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
        return Int64(status.st_size)
    }
}
