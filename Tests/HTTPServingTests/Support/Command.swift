import Foundation

/// Runs a program that is found on the path, without blocking a thread.
///
/// - Parameter arguments: The program and what to tell it; its output must be short.
/// - Returns: How it ended, and what it wrote.
/// - Throws: When it cannot be run.
func run(_ arguments: String...) async throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    let status = try await withCheckedThrowingContinuation { continuation in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
        do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return (status, String(decoding: output, as: UTF8.self))
}
