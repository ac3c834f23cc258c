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
    /// The system takes no more at present.
    var isBlocked = false
    private var sent = 0

    var isEmpty: Bool { sent == bytes.count }
    /// How many bytes wait.
    var count: Int { bytes.count - sent }
    var unsent: ArraySlice<UInt8> { bytes[sent...] }

    mutating func advance(_ count: Int) { sent += count }
}
