import Foundation

/// A file that is being downloaded: beside its place and under another name until it is complete.
struct PartialFile: ~Copyable {
    private let target: URL
    private let draft: URL
    private let handle: FileHandle

    /// Creates an empty file beside `target`; `id` makes its name unique.
    init(for target: URL, id: String) throws(SessionError) {
        self.target = target
        draft = target.deletingLastPathComponent().appending(path: ".\(id).part")
        do {
            try Data().write(to: draft, options: .withoutOverwriting)
            handle = try FileHandle(forWritingTo: draft)
        } catch {
            try? FileManager.default.removeItem(at: draft)
            throw SessionError(.fileFailed, detail: "cannot be created")
        }
    }

    deinit {
        try? handle.close()
        // Once it is in its place there is nothing left of this name.
        try? FileManager.default.removeItem(at: draft)
    }

    func append(_ piece: Data) throws(SessionError) {
        do {
            try handle.write(contentsOf: piece)
        } catch {
            throw SessionError(.fileFailed, detail: "cannot be written")
        }
    }

    /// Puts the file in its place, over one that is there already.
    consuming func finish() throws(SessionError) {
        do {
            try handle.synchronize()
        } catch {
            throw SessionError(.fileFailed, detail: "cannot be written")
        }
        guard FileManager.default.moveAtomically(draft, over: target) else {
            throw SessionError(.fileFailed, detail: "cannot be put in its place")
        }
    }
}
