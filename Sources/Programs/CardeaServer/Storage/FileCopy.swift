import CardeaCryptography
import CardeaEncodings
import Foundation
import CardeaOperatingSystem

/// Reads files piece by piece, and computes their SHA-256.
enum FileCopy {
    private static let piece = 1 << 20

    /// The SHA-256 of a file, in hexadecimal.
    static func hash(of path: String) throws -> String {
        try read(path) { _ in }
    }

    /// Copies a file to a new one of mode 0600; it is on the disk afterwards.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - new: The name of the copy.
    ///   - owner: The owner of the copy; `nil` for the user of this process.
    ///   - progress: Takes the number of bytes that are copied.
    /// - Returns: The SHA-256 of what was copied.
    /// - Throws: `FileError` or `StartError`
    static func copy(
        _ path: String,
        to new: String,
        owner: FileOwner?,
        progress: (Int) -> Void
    ) throws -> String {
        let file = try NewFile(at: new, owner: owner)
        var copied = 0
        let hash = try read(path) { bytes in
            try file.write(bytes)
            copied += bytes.count
            progress(copied)
        }
        try file.synchronize()
        return hash
    }

    private static func read(_ path: String, _ take: ([UInt8]) throws -> Void) throws -> String {
        guard let file = FileHandle(forReadingAtPath: path) else {
            let error = FileError(path, code: errno)
            throw CardeaServer.StartError(.other, "\(path): cannot be read: \(error.reason)")
        }
        defer { try? file.close() }
        let hash = try SHA256Stream()
        while let data = try file.read(upToCount: piece), !data.isEmpty {
            let bytes = Array(data)
            try hash.update(bytes)
            try take(bytes)
        }
        return Hexadecimal.encode(try hash.finish())
    }
}
