import CardeaOperatingSystem

/// Where a new private key is written: to a file of mode 0600, or to the standard output.
struct KeyFileOutput {
    let path: String?

    /// Creates a key and writes it.
    ///
    /// The file is created first: a key that cannot be written is never made.
    func write(_ console: Console, _ makeKey: () async throws -> AdminResponse) async throws {
        guard let path else { return console.print(json: try await makeKey().json) }
        let file: NewFile
        do {
            file = try NewFile(at: path)
        } catch {
            throw CommandFailure("the key file is not created: \(error)")
        }
        do {
            try file.write(try await makeKey().body + Array("\n".utf8))
            try file.synchronize()
        } catch {
            try? PrivateFile.remove(path)
            throw error
        }
        console.print("The key is in \(path). Keep it secret: the server does not have it.")
    }
}
