internal import Foundation
internal import Glibc

/// The resources that this process uses.
package struct ProcessStatistics: Sendable {
    /// Seconds of processor time, of the program and of the system for it.
    package let processorSeconds: Double
    /// Bytes of memory in use.
    package let residentBytes: Int64
    package let openDescriptors: Int
    package let descriptorLimit: UInt64
    /// Seconds since 1970; `nil` if the system does not know.
    package let startedAt: Double?

    /// Reads the figures as they are now.
    package init() {
        var usage = rusage()
        _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        processorSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        let pages = Self.words("/proc/self/statm").dropFirst().first.flatMap { Int64($0) } ?? 0
        residentBytes = pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
        let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        openDescriptors = descriptors?.count ?? 0
        var limit = rlimit()
        _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        descriptorLimit = UInt64(limit.rlim_cur)
        startedAt = Self.start
    }

    /// The bytes of memory that the machine has.
    package static var machineMemory: Int64 {
        Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The moment at which the process started: clock ticks after the machine did (proc(5), `stat` 22 and `btime`).
    private static let start: Double? = {
        let status = words("/proc/self/stat").drop { !$0.hasSuffix(")") }
        let boot = text("/proc/stat").split(separator: "\n").first { $0.hasPrefix("btime ") }
        guard let ticks = status.dropFirst(20).first.flatMap({ Double($0) }),
            let second = boot.flatMap({ Double($0.dropFirst(6)) })
        else { return nil }
        return second + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }()

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }

    private static func words(_ file: String) -> [Substring] {
        text(file).split { $0 == " " || $0 == "\n" }
    }

    private static func text(_ file: String) -> String {
        String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
    }
}
