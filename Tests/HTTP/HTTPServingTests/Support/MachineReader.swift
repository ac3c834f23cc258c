import CardeaHTTPRouting

@testable import CardeaHTTPServing

/// Feeds a request machine as a connection does, and responds to every request at once.
struct MachineReader {
    private(set) var machine = RequestMachine()
    /// The result: `POST /a [body]`, `continue`, or the status of a rejection.
    private(set) var events: [String] = []
    private var input: [UInt8] = []
    private let limits: HTTPLimits

    init(_ limits: HTTPLimits = HTTPLimits()) { self.limits = limits }

    /// Reads a text in pieces of a size.
    static func events(_ text: String, piece: Int = .max, _ limits: HTTPLimits = HTTPLimits()) -> [String] {
        var reader = MachineReader(limits)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            reader.feed(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        return reader.events
    }

    mutating func feed(_ bytes: some Sequence<UInt8>) {
        input += bytes
        let (input, limits) = (input, limits)
        var place = 0
        while let event = next(input.span, &place, limits) { events.append(event) }
        self.input.removeFirst(place)
    }

    private mutating func next(_ input: Span<UInt8>, _ place: inout Int, _ limits: HTTPLimits) -> String? {
        switch machine.read(input, from: &place, limits, bodyLimit: { _ in limits.bodyBytes }) {
        case .needsMore:
            return nil
        case .wantsContinue:
            return "continue"
        case .request(let request):
            let keepsAlive = machine.keepsAlive
            machine.responded(keepsAlive: keepsAlive)
            return "\(request.method) \(request.path) [\(String(decoding: request.body, as: UTF8.self))]"
        case .rejected(let rejection, let request):
            return "\(rejection.status) \(request.path)"
        }
    }
}
