import CCardeaPages
import CardeaEncodings

/// A file of the pages that the program contains: a stylesheet, a picture, a script or texts.
package struct EmbeddedFile: Sendable {
    package let name: String
    package let bytes: [UInt8]

    /// All files, with their paths in `CCardeaPages/files`.
    package static let all: [EmbeddedFile] = {
        var count = 0
        let start = unsafe cardea_page_files(&count)
        let files = unsafe UnsafeBufferPointer(start: start, count: count)
        return unsafe files.map { file in
            unsafe EmbeddedFile(
                name: String(cString: file.name),
                bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            )
        }
    }()

    /// The content of a file; empty if the program has no such file.
    package static func bytes(of name: String) -> [UInt8] {
        all.first { $0.name.exact == name.exact }?.bytes ?? []
    }
}
