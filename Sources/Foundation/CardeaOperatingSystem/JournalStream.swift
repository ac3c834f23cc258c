internal import Glibc

/// Whether an output of this process goes to systemd's journal (systemd.exec(5), `JOURNAL_STREAM`).
package enum JournalStream {
    /// Whether a file is the stream that the service manager names: by device and inode.
    ///
    /// A process that was started by a service has the variable too, with other files.
    package static func contains(_ descriptor: Int32, environment: [String: String]) -> Bool {
        var status = stat()
        guard let name = environment["JOURNAL_STREAM"], unsafe fstat(descriptor, &status) == 0 else {
            return false
        }
        return name.utf8.elementsEqual("\(status.st_dev):\(status.st_ino)".utf8)
    }
}
