/// The work of a connection in one turn of its loop.
///
/// A connection that has used up its share waits for the next turn: a client that sends many requests ahead delays its
/// own responses, not those of other clients.
struct TurnShare {
    private static let maximumResponses = 8
    private static let maximumBytes = 64 * 1024

    private var turn = 0
    private var responses = 0
    private var bytes = 0

    /// Whether a further request may be handled in a turn.
    func allowsResponse(in turn: Int) -> Bool {
        allowsSending(in: turn) && (self.turn != turn || responses < Self.maximumResponses)
    }

    /// Whether more may be sent in a turn.
    func allowsSending(in turn: Int) -> Bool { self.turn != turn || bytes < Self.maximumBytes }

    mutating func countResponse(in turn: Int) {
        begin(turn)
        responses += 1
    }

    mutating func countSent(_ count: Int, in turn: Int) {
        begin(turn)
        bytes += count
    }

    private mutating func begin(_ turn: Int) {
        guard self.turn != turn else { return }
        self = TurnShare()
        self.turn = turn
    }
}
