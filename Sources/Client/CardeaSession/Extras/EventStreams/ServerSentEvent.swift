/// One event of a stream (WHATWG HTML §9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The id of the last event that had one, this one included; empty for none.
    public let id: String
    /// The type of the event; `message` if the server names none.
    public let name: String
    /// The data; its lines are joined by line feeds.
    public let data: String

    /// Creates an event.
    public init(id: String = "", name: String = "message", data: String) {
        self.id = id
        self.name = name
        self.data = data
    }
}
