import Foundation

/// The sanitizer that the tests run under; `Scripts/sanitize` sets its options.
package enum Sanitizer {
    /// The options, for programs that tests start.
    static var options: [String: String] {
        ProcessInfo.processInfo.environment.filter { ["TSAN_OPTIONS", "ASAN_OPTIONS"].contains($0.key) }
    }

    /// Whether the tests run under one.
    package static var isPresent: Bool { !options.isEmpty }

    /// Whether freed memory stays with the process: tests cannot limit its memory then.
    package static var keepsFreedMemory: Bool { options["ASAN_OPTIONS"] != nil }
}
