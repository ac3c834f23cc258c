import Dispatch
import Foundation

/// Reads a file piece by piece, on a queue of its own: disks and network volumes may block.
final class FileBytes: Sendable {
    private static let pieceSize = 64 << 10

    private let queue = DispatchQueue(label: "cardea.file")
    private let file: FileHandle

    /// Opens a file.
    ///
    /// - Throws: `invalidRequest` when it is not there, or is not as long as it was.
    init(_ url: URL, size: Int64) throws(TransportError) {
        guard try Self.size(of: url) == size else {
            throw .invalidRequest("The size of the file has changed")
        }
        guard let file = try? FileHandle(forReadingFrom: url) else {
            throw .invalidRequest("The file cannot be read")
        }
        self.file = file
    }

    /// The next piece; `nil` at the end.
    func next() async throws(TransportError) -> Data? {
        let piece = await withCheckedContinuation { response in
            queue.async { [file] in
                response.resume(returning: Result { try file.read(upToCount: Self.pieceSize) })
            }
        }
        guard case .success(let piece) = piece else { throw .invalidRequest("The file cannot be read") }
        return piece?.isEmpty == true ? nil : piece
    }

    /// The size of a regular file, in bytes.
    static func size(of url: URL) throws(TransportError) -> Int64 {
        let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard url.isFileURL, let attributes, attributes[.type] as? FileAttributeType == .typeRegular,
            let size = attributes[.size] as? NSNumber
        else { throw .invalidRequest("There is no such file") }
        return size.int64Value
    }
}
