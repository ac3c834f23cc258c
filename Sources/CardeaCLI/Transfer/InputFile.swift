import CardeaOperatingSystem
import Foundation

/// A file, or the standard input, that is read in pieces.
final class InputFile {
    private static let pieceSize = 1 << 18

    private let file: FileHandle
    /// The size in bytes; `nil` if it is not known.
    private let size: Int?
    /// The number of bytes that were read.
    private var position = 0

    /// - Parameters:
    ///   - path: The file; `-` for the standard input.
    ///   - console: Gives the standard input.
    /// - Throws: `CommandFailure` if the file cannot be read.
    init(_ path: String, _ console: Console) throws(CommandFailure) {
        guard path != "-" else {
            file = console.standardInput
            size = nil
            return
        }
        do throws(FileError) {
            file = try FileHandle.reading(path)
            // A pipe with a name has no size.
            size = try FileStatus(of: path).flatMap { $0.size > 0 ? Int($0.size) : nil }
        } catch {
            throw CommandFailure("the file cannot be read: \(error)", exitCode: 2)
        }
    }

    /// The part that was read, from 0 to 1; `nil` if the size is not known.
    var part: Double? {
        guard let size else { return nil }
        return min(1, Double(position) / Double(size))
    }

    /// The next piece; `nil` at the end.
    func read() throws(CommandFailure) -> [UInt8]? {
        do {
            guard let piece = try file.read(upToCount: Self.pieceSize), !piece.isEmpty else { return nil }
            position += piece.count
            return Array(piece)
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            let reason = cause.map { SystemErrorText.text(of: Int32($0.code)) } ?? error.localizedDescription
            throw CommandFailure("the file cannot be read: \(reason)")
        }
    }
}

extension FileHandle {
    /// Opens a file for reading; a directory is an error.
    static func reading(_ path: String) throws(FileError) -> FileHandle {
        guard let status = try FileStatus(of: path) else { throw FileError(path, code: ENOENT) }
        guard !status.isDirectory else { throw FileError(path, code: EISDIR) }
        guard let file = FileHandle(forReadingAtPath: path) else { throw FileError(path, code: errno) }
        return file
    }
}

/// The bytes of a file one after another, without a byte-order mark at its beginning.
///
/// Spreadsheets and programs of Windows write such a mark (Unicode 23.8); it belongs to no field.
struct InputBytes {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    let file: InputFile
    private var piece: [UInt8] = []
    private var isAtStart = true
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
            guard let more = try isAtStart ? firstPiece() : file.read() else { return nil }
            isAtStart = false
            piece = more
            next = 0
        }
        return piece[next]
    }

    /// The first piece behind a byte-order mark; `nil` if there is nothing behind it.
    private func firstPiece() throws(CommandFailure) -> [UInt8]? {
        guard var first = try file.read() else { return nil }
        // A pipe may give less than the mark at a time.
        while first.count < 3, Self.byteOrderMark.starts(with: first), let more = try file.read() {
            first += more
        }
        guard first.starts(with: Self.byteOrderMark) else { return first }
        let rest = Array(first.dropFirst(3))
        return rest.isEmpty ? try file.read() : rest
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
