import CConfinement
import Foundation
import TestSupport

/// Evaluates a seccomp filter as the kernel does (classic BPF), also for other machines.
struct PacketFilter {
    /// The result for a system call.
    enum Verdict: Equatable {
        case allowed, asked, killed
        case refused(Int32)
    }

    private struct Step {
        let code: UInt16
        let ifTrue: Int
        let ifFalse: Int
        let value: UInt32
    }

    private let steps: [Step]
    private let machine: UInt32

    /// Builds the filter for `ANTRAIN_MAY_…` bits and an `AUDIT_ARCH_…` number.
    init(may: Int, machine: UInt32) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/filter"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let failure = antrain_filter_export(UInt32(may), machine, descriptor)
        guard failure == 0 else { throw ProgramFailure(message: "no filter: \(String(cString: strerror(failure)))") }
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        func number(_ place: Int, _ size: Int) -> UInt32 {
            (0..<size).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
        }
        steps = stride(from: 0, to: bytes.count, by: 8).map { place in
            Step(
                code: UInt16(number(place, 2)),
                ifTrue: Int(bytes[place + 2]),
                ifFalse: Int(bytes[place + 3]),
                value: number(place + 4, 4)
            )
        }
        self.machine = machine
    }

    /// The result for a system call.
    ///
    /// - Parameter from: the machine of the call's number; the filter's own by default.
    func verdict(_ call: Int, _ arguments: [UInt64] = [], from: UInt32? = nil) -> Verdict {
        // struct seccomp_data: nr, arch, instruction_pointer, args.
        var words: [UInt32] = [UInt32(call), from ?? machine, 0, 0]
        for place in 0..<6 {
            let value = place < arguments.count ? arguments[place] : 0
            words += [UInt32(truncatingIfNeeded: value), UInt32(value >> 32)]
        }
        var (place, register) = (0, UInt32(0))
        while place < steps.count {
            let step = steps[place]
            place += 1
            switch step.code {
            case 0x20: register = words[Int(step.value) / 4]
            case 0x54: register &= step.value
            case 0x05: place += Int(step.value)
            case 0x15: place += register == step.value ? step.ifTrue : step.ifFalse
            case 0x25: place += register > step.value ? step.ifTrue : step.ifFalse
            case 0x35: place += register >= step.value ? step.ifTrue : step.ifFalse
            case 0x45: place += register & step.value != 0 ? step.ifTrue : step.ifFalse
            case 0x06: return PacketFilter.verdict(step.value)
            default: return .killed
            }
        }
        return .killed
    }

    private static func verdict(_ value: UInt32) -> Verdict {
        switch value & 0xffff_0000 {
        case 0x7fff_0000: .allowed
        case 0x7fc0_0000: .asked
        case 0x0005_0000: .refused(Int32(value & 0xffff))
        default: .killed
        }
    }
}
