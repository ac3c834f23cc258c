import Foundation

extension ChildProcess {
    /// The processor time that the program has used so far, in steps of 10 ms (`proc_pid_stat(5)`).
    package var processorTime: Duration { .milliseconds(10 * (statistic(11) + statistic(12))) }

    /// The memory that the program has in use, in bytes.
    package var residentBytes: Int { statistic(21) * 4096 }

    /// A number of `/proc/PID/stat`, counted from behind the name of the program, which may hold spaces; 0 after its end.
    private func statistic(_ index: Int) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)) ?? ""
        let values = text[(text.lastIndex(of: ")") ?? text.startIndex)...].dropFirst().split(separator: " ")
        return values.indices.contains(index) ? Int(values[index]) ?? 0 : 0
    }
}
