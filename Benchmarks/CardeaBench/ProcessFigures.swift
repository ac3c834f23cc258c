import Foundation

/// The kernel's figures of a process, from `/proc`.
struct ProcessFigures {
    let identifier: Int32

    /// Seconds of processor time of all threads that live now.
    var cpu: Double {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")) ?? []
        let nanoseconds = tasks.reduce(UInt64(0)) { sum, task in
            let text =
                (try? String(contentsOfFile: "/proc/\(identifier)/task/\(task)/schedstat", encoding: .utf8))
                ?? ""
            return sum + (text.split(separator: " ").first.flatMap { UInt64($0) } ?? 0)
        }
        return Double(nanoseconds) / 1e9
    }

    /// MiB of memory in use.
    var residentMemory: Double {
        let status = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
        return (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? .nan)
            / 1024
    }

    static var own: ProcessFigures { ProcessFigures(identifier: ProcessInfo.processInfo.processIdentifier) }
}
