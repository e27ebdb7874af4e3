import TestSupport

/// The program that reads and writes machine files with PyNaCl.
enum PythonPeer {
    static let script = BuildProducts.package + "Tests/MachineFilesTests/machine_files.py"
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
