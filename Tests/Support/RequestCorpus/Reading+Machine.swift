import CardeaHTTPRouting
package import CardeaHTTPServing

extension Reading {
    /// The reading of the server's reader for bytes that arrive in pieces; the handlers respond at once.
    ///
    /// - Parameters:
    ///   - pieces: The bytes, as they arrive.
    ///   - limits: The limits of the server.
    package init(byMachine pieces: [ArraySlice<UInt8>], _ limits: HTTPLimits) {
        var machine = RequestMachine()
        var unread: [UInt8] = []
        for piece in pieces {
            unread += piece
            var place = 0
            reading: while true {
                let event = machine.read(unread.span, from: &place, limits) { _ in limits.bodyBytes }
                switch event {
                case .needsMore: break reading
                case .wantsContinue: continue
                case .request(let request):
                    requests.append(Request(request))
                    if !machine.keepsAlive { ending = .closed }
                    machine.responded(keepsAlive: machine.keepsAlive)
                case .rejected:
                    ending = .rejected
                }
            }
            unread.removeFirst(place)
            longestRemainder = max(longestRemainder, unread.count)
        }
        if ending == .open, machine.state != .requestLine || !unread.isEmpty { ending = .unfinished }
    }
}
