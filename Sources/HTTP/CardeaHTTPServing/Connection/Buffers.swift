/// Bytes that arrived before they could be read; without storage while it is empty.
struct InputBuffer {
    private(set) var bytes: [UInt8] = []
    /// Bytes before this place were read.
    var place = 0

    var isEmpty: Bool { place == bytes.count }

    mutating func append(_ new: UnsafeBufferPointer<UInt8>) {
        if place > 0 {
            bytes.removeFirst(place)
            place = 0
        }
        unsafe bytes.append(contentsOf: new)
    }
}

/// Bytes that are still to be sent.
///
/// The storage is the loop's, and goes back to it when all is sent.
struct OutputBuffer {
    var bytes: [UInt8] = []
    /// A large body behind `bytes`: it is sent from its own storage, which other connections may share.
    private var body: [UInt8] = []
    /// The system takes no more at present.
    var isBlocked = false
    private var sent = 0

    var isEmpty: Bool { sent == size }
    /// The number of bytes that wait, with those that were sent before them.
    var size: Int { bytes.count + body.count }
    /// The number of bytes that wait.
    var count: Int { size - sent }
    /// The next bytes in one piece.
    var unsent: ArraySlice<UInt8> { sent < bytes.count ? bytes[sent...] : body[(sent - bytes.count)...] }

    mutating func advance(_ count: Int) { sent += count }

    /// Appends a body without a copy; `bytes` must not change afterwards, until `join` is called.
    mutating func append(large body: [UInt8]) { self.body = body }

    /// Makes `bytes` the end of the output again.
    mutating func join() {
        guard !body.isEmpty else { return }
        bytes += body
        body = []
    }
}
