import CardeaCLI
import ChildProcesses
import Foundation

/// Runs a command line of the program in this process.
///
/// - Parameters:
///   - words: The command line.
///   - environment: The environment variables.
///   - configuration: The place that stands for `/etc/cardea/cardea.json5`; by default nothing is there.
/// - Returns: The exit code and the texts.
/// - Throws: If a file of the test cannot be written or read.
func runProgram(
    _ words: [String],
    environment: [String: String] = [:],
    configuration: String = "/nowhere/cardea.json5"
) async throws -> (code: Int32, output: String, errors: String) {
    let directory = try TemporaryDirectory()
    let (output, errors) = (try directory.file("output", ""), try directory.file("errors", ""))
    let code = await Program.run(
        words,
        Console(
            input: .nullDevice,
            output: try FileHandle(forWritingTo: URL(filePath: output)),
            errors: try FileHandle(forWritingTo: URL(filePath: errors)),
            environment: environment,
            configuration: configuration
        )
    )
    return (
        code, try String(contentsOfFile: output, encoding: .utf8),
        try String(contentsOfFile: errors, encoding: .utf8)
    )
}
