/// Reads events from the bytes of one stream, cut anywhere (WHATWG HTML §9.2.5, §9.2.6).
struct EventStreamParser: Sendable {
    /// The id to continue from after a break.
    private(set) var lastEventID = ""
    /// The time for which the server wants clients to wait before they come back, if it said so.
    private(set) var reconnectionTime: Duration?
    /// Whether a line or an event became longer than it may; nothing is read any more.
    private(set) var isOverfull = false

    private let limit: Int
    private var line: [UInt8] = []
    private var isAfterCarriageReturn = false
    private var isAtStart = true
    private var name = ""
    private var data = ""
    private var id = ""

    /// Begins with a stream, of which no line or event is longer than `limit` bytes.
    init(limit: Int = .max) { self.limit = limit }

    /// Begins with another stream, which continues where this one broke off.
    mutating func restart() {
        var next = EventStreamParser(limit: limit)
        (next.lastEventID, next.id, next.reconnectionTime) = (lastEventID, lastEventID, reconnectionTime)
        self = next
    }

    /// Takes bytes in, and returns the events that they complete.
    mutating func feed(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            let isSecondOfPair = isAfterCarriageReturn && byte == 10
            isAfterCarriageReturn = byte == 13
            if isSecondOfPair { continue }
            isOverfull = isOverfull || line.count + data.utf8.count > limit
            if isOverfull { break }
            guard byte == 10 || byte == 13 else {
                line.append(byte)
                continue
            }
            if let event = endLine() { events.append(event) }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        var content = line[...]
        if isAtStart, content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
        isAtStart = false
        defer { line.removeAll(keepingCapacity: true) }
        guard !content.isEmpty else { return dispatch() }
        guard content.first != UInt8(ascii: ":") else { return nil }
        let name = content.prefix { $0 != UInt8(ascii: ":") }
        var value = content.dropFirst(name.count + 1)
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        take(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
        return nil
    }

    private mutating func take(_ field: String, _ value: String) {
        switch field {
        case "event": name = value
        case "data": data += value + "\n"
        // One that no header field can carry back is passed over, as the standard has it for NUL.
        case "id" where value.utf8.allSatisfy({ $0 == 9 || $0 >= 32 && $0 != 127 }): id = value
        case "retry":
            reconnectionTime = UInt32(digits: value).map { .milliseconds($0) } ?? reconnectionTime
        default: break
        }
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer { (name, data) = ("", "") }
        lastEventID = id
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            id: id,
            name: name.isEmpty ? "message" : name,
            data: String(data.dropLast())
        )
    }
}
