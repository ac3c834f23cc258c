import CardeaOperatingSystem
import Foundation

/// A file, or the standard input, that is read in pieces.
final class InputFile {
    private static let pieceSize = 1 << 18

    private var file: FileHandle
    /// The name of the file for messages.
    let name: String
    /// The size in bytes; `nil` if it is not known.
    private var size: Int?
    /// The number of bytes that were read.
    private var position = 0
    /// Where the users begin in the file.
    private var start: UInt64 = 0

    /// - Parameters:
    ///   - path: The file; `-` for the standard input.
    ///   - console: Gives the standard input.
    /// - Throws: `CommandFailure` if the file cannot be read.
    init(_ path: String, _ console: Console) throws(CommandFailure) {
        guard path != "-" else {
            file = console.standardInput
            name = "standard input"
            size = nil
            return
        }
        do throws(FileError) {
            file = try FileHandle.reading(path)
            name = path
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

    /// Makes it possible to read the file again: the content of a pipe is copied into a file without a name.
    func keep() throws(CommandFailure) {
        if let offset = try? file.offset(), (try? file.seek(toOffset: offset)) != nil {
            start = offset
            return
        }
        let path = FileManager.default.temporaryDirectory.path + "/cardea-import-\(UUID().uuidString)"
        do {
            let copy = try NewFile(at: path)
            let reader = try FileHandle.reading(path)
            // Nothing is left of the file when the program ends, however it ends.
            try PrivateFile.remove(path)
            while let piece = try read() { try copy.write(piece) }
            file = reader
        } catch {
            throw CommandFailure("the standard input cannot be kept in a file: \(error)")
        }
        size = position
        position = 0
    }

    /// Begins anew, after `keep()`.
    func rewind() throws(CommandFailure) {
        do {
            try file.seek(toOffset: start)
        } catch {
            throw CommandFailure("the file cannot be read again: \(error)")
        }
        position = 0
    }

    /// The next piece; `nil` at the end.
    func read() throws(CommandFailure) -> [UInt8]? {
        do {
            guard let piece = try file.read(upToCount: Self.pieceSize), !piece.isEmpty else { return nil }
            position += piece.count
            return Array(piece)
        } catch {
            // Own texts.
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
    private static let marksOfUTF16: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]

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
        guard !Self.marksOfUTF16.contains(where: first.starts(with:)) else {
            throw CommandFailure("the file is UTF-16: save it as UTF-8", exitCode: 2)
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
            bytes += rest[..<end].prefix(max(0, limit + 1 - bytes.count))
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
