import Foundation
import CardeaHTTPTransport

/// A file that URLSession can send: the content's own, or a temporary one that ends with this object.
final class SpooledFile: Sendable {
    let url: URL
    private let isTemporary: Bool

    init(_ url: URL, isTemporary: Bool) {
        self.url = url
        self.isTemporary = isTemporary
    }

    deinit {
        if isTemporary { try? FileManager.default.removeItem(at: url) }
    }
}

extension HTTPContent {
    /// The content as a file, unless it is short enough to be held in memory.
    func spooled() async throws(TransportError) -> SpooledFile? {
        if let file {
            // Opened, it shows whether it is still the same.
            _ = try await bytes()
            return SpooledFile(file, isTemporary: false)
        }
        if let length, length <= 1 << 20 { return nil }
        let name = "cardea-\(UUID().uuidString)"
        let file = SpooledFile(
            FileManager.default.temporaryDirectory.appending(path: name),
            isTemporary: true
        )
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: file.url.path, contents: nil, attributes: attributes),
            let handle = try? FileHandle(forWritingTo: file.url)
        else { throw .cannotSpool }
        var written: Int64 = 0
        var pieces = try await bytes().makeAsyncIterator()
        while let piece = try await pieces.next() {
            do { try handle.write(contentsOf: piece) } catch { throw .cannotSpool }
            written += Int64(piece.count)
        }
        guard length == nil || length == written else {
            throw .invalidRequest("The content does not have its announced length")
        }
        return file
    }
}

extension TransportError {
    fileprivate static let cannotSpool = TransportError(
        .other,
        mayHaveBeenReceived: false,
        description: "The content could not be written to a temporary file"
    )
}
