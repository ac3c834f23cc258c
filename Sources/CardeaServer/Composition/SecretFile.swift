import CardeaOperatingSystem
import Foundation
import CardeaSecrets

/// A file whose first line is a secret.
enum SecretFile {
    /// The first line of a file that only its owner and its group may read.
    ///
    /// - Parameters:
    ///   - file: The path.
    ///   - setting: The setting that names the file, for the error.
    ///   - content: The kind of secret, for the error.
    /// - Returns: The line, which is not empty.
    /// - Throws: If the file cannot be read, or others may read it.
    static func line(
        of file: String,
        setting: String,
        content: String
    ) throws(CardeaServer.StartError) -> Secret {
        do {
            guard let status = try FileStatus(of: file) else {
                throw CardeaServer.StartError(.other, "\(setting): there is no file \(file)")
            }
            guard status.mode & 0o027 == 0 else {
                let problem = "other users can open \(file). Run: chmod 600 \(file)"
                throw CardeaServer.StartError(.other, "\(setting): \(problem)")
            }
        } catch let error as CardeaServer.StartError {
            throw error
        } catch {
            throw CardeaServer.StartError(.other, "\(setting): \(error)")
        }
        let data = FileManager.default.contents(atPath: file) ?? Data()
        let line = String(decoding: data, as: UTF8.self).prefix { !$0.isNewline }
        guard !line.isEmpty, !line.unicodeScalars.contains("\0") else {
            throw CardeaServer.StartError(.other, "\(setting): \(file) has no \(content) in its first line")
        }
        return Secret(String(line))
    }
}
