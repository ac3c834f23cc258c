import CardeaCLI
import ChildProcesses
import Foundation

/// Runs a command line of the program in this process.
func runProgram(
    _ words: [String],
    environment: [String: String] = [:]
) async throws -> (code: Int32, output: String, errors: String) {
    let directory = try TemporaryDirectory()
    let (output, errors) = (try directory.file("output", ""), try directory.file("errors", ""))
    let code = await Program.run(
        words,
        Console(
            input: .nullDevice,
            output: try FileHandle(forWritingTo: URL(filePath: output)),
            errors: try FileHandle(forWritingTo: URL(filePath: errors)),
            environment: environment
        )
    )
    return (
        code, try String(contentsOfFile: output, encoding: .utf8),
        try String(contentsOfFile: errors, encoding: .utf8)
    )
}
