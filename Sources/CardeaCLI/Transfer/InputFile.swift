import Foundation

/// A file, or the standard input, that is read in pieces.
final class InputFile {
    private static let pieceSize = 1 << 18

    private let file: FileHandle
    /// The size in bytes; `nil` if it is not known.
    let size: Int?
    /// The number of bytes that were read.
    private(set) var position = 0

    /// - Parameter path: The file; `-` for the standard input.
    init(_ path: String, _ console: Console) throws(CommandFailure) {
        guard path != "-" else {
            file = console.standardInput
            size = nil
            return
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CommandFailure("'\(path)' cannot be read", exitCode: 2)
        }
        self.file = file
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        size = attributes?[.size] as? Int
    }

    /// The next piece; `nil` at the end.
    func read() throws(CommandFailure) -> [UInt8]? {
        do {
            guard let piece = try file.read(upToCount: Self.pieceSize), !piece.isEmpty else { return nil }
            position += piece.count
            return Array(piece)
        } catch {
            throw CommandFailure("the file cannot be read: \(error.localizedDescription)")
        }
    }
}

/// The bytes of a file one after another.
struct InputBytes {
    let file: InputFile
    private var piece: [UInt8] = []
    private var next = 0
    /// The number of the current line, from 1 on.
    private(set) var line = 1

    init(_ file: InputFile) { self.file = file }

    /// The next byte; `nil` at the end.
    mutating func read() throws(CommandFailure) -> UInt8? {
        guard let byte = try peek() else { return nil }
        next += 1
        if byte == UInt8(ascii: "\n") { line += 1 }
        return byte
    }

    /// The next byte, which stays the next one.
    mutating func peek() throws(CommandFailure) -> UInt8? {
        if next == piece.count {
            guard let more = try file.read() else { return nil }
            piece = more
            next = 0
        }
        return piece[next]
    }

    /// The rest of the line without its end; `nil` at the end of the file.
    ///
    /// Of a longer line than the limit, only so many bytes and one more are kept.
    mutating func readLine(limit: Int) throws(CommandFailure) -> [UInt8]? {
        guard try peek() != nil else { return nil }
        var bytes: [UInt8] = []
        while try peek() != nil {
            let rest = piece[next...]
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            bytes += rest[..<end].prefix(limit + 1 - bytes.count)
            next = end
            if end < piece.endIndex {
                next += 1
                line += 1
                break
            }
        }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }
}
