import CardeaOperatingSystem
import Foundation

/// A small file that a command line names: a password, a secret, a text.
enum NamedFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - parameter: The option or the argument that names the file.
    /// - Returns: Its content.
    /// - Throws: `UsageError` if the file cannot be read.
    static func bytes(_ path: String, of parameter: String) throws(UsageError) -> [UInt8] {
        do throws(FileError) {
            let file = try FileHandle.reading(path)
            guard let data = try? file.readToEnd() ?? Data() else { throw FileError(path, code: errno) }
            return Array(data)
        } catch {
            throw UsageError("\(parameter): \(error)")
        }
    }

    /// Reads a file of text.
    ///
    /// - Throws: `UsageError` also if the text is not UTF-8.
    static func text(_ path: String, of parameter: String) throws(UsageError) -> String {
        guard let text = String(validating: try bytes(path, of: parameter), as: UTF8.self) else {
            throw UsageError("\(parameter): \(path) is not UTF-8")
        }
        return text
    }
}
