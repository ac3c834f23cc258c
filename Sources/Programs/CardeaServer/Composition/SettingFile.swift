import CardeaOperatingSystem
import CardeaSecrets

/// The files that settings name.
enum SettingFile {
    /// The first line of a file that only its owner and its group may read.
    ///
    /// - Parameters:
    ///   - file: The path.
    ///   - setting: The setting that names the file, for the error.
    ///   - content: The kind of secret, for the error.
    /// - Returns: The line, which is not empty.
    /// - Throws: If the file cannot be read, or others may read it.
    static func secret(
        of file: String,
        setting: String,
        content: String
    ) throws(CardeaServer.StartError) -> Secret {
        let bytes: [UInt8]
        do {
            guard let status = try FileStatus(of: file) else {
                throw CardeaServer.StartError(.other, "\(setting): there is no file \(file)")
            }
            guard status.mode & 0o027 == 0 else {
                let problem = "other users can open \(file). Run: chmod 600 \(file)"
                throw CardeaServer.StartError(.other, "\(setting): \(problem)")
            }
            bytes = try WholeFile.read(file)
        } catch let error as CardeaServer.StartError {
            throw error
        } catch {
            throw CardeaServer.StartError(.other, "\(setting): \(error)")
        }
        let line = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
        guard !line.isEmpty, !line.unicodeScalars.contains("\0") else {
            throw CardeaServer.StartError(.other, "\(setting): \(file) has no \(content) in its first line")
        }
        return Secret(String(line))
    }

    /// Finds out whether this process may read a file that is not a secret, if one is set.
    static func checkReadable(_ file: String?, setting: String) throws(CardeaServer.StartError) {
        guard let file else { return }
        do {
            try WholeFile.checkReadable(file)
        } catch {
            throw CardeaServer.StartError(.other, "\(setting): \(file) cannot be read: \(error.reason)")
        }
    }
}
