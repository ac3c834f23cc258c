import HTTPMessages
import Foundation
import Locks

extension SessionEngine {
    /// Sends a request of the app and returns its answer.
    ///
    /// To the app's own hosts it carries the credential; it waits while that is being renewed, and is sent again
    /// when the server refused it. To other hosts it goes as it is.
    ///
    /// - Parameters:
    ///   - request: What to send; the credential is added by the engine.
    ///   - options: What this request asks of the engine.
    /// - Returns: The answer, whatever its status.
    /// - Throws: `SessionError`; after a refusal it carries the server's answer.
    public func data(
        for request: HTTPRequest,
        options: RequestOptions = RequestOptions()
    ) async throws(SessionError) -> HTTPResponse {
        guard options.isAuthorized, isOwn(request) else {
            return try await exchange(request, with: nil, options).response
        }
        var ticket = try await admit(holds: configuration.holdsInsideLeeway)
        var replays = 0
        while true {
            let exchange = try await exchange(request, with: ticket.credential, options)
            guard exchange.isAuthorized, options.isReplayed else { return exchange.response }
            let answer = exchange.response
            learnTime(from: answer)
            let verdict = classifier.classify(answer, to: request)
            guard let next = try await sequel(verdict, to: ticket.stamp, replays: replays, answer) else {
                return answer
            }
            ticket = next
            replays += 1
        }
    }

    /// Adds the credential to a request that another HTTP library will send, if it goes to the app's own hosts.
    ///
    /// - Throws: `SessionError` when there is no credential, or it could not be renewed.
    public func authorize(_ request: inout HTTPRequest) async throws(SessionError) {
        guard isOwn(request) else { return }
        let ticket = try await admit(holds: configuration.holdsInsideLeeway)
        authorizer.authorize(&request, with: ticket.credential)
    }

    /// Says what an answer means for the credential that its request carried.
    public func classify(_ response: HTTPResponse, to request: HTTPRequest) -> ResponseVerdict {
        classifier.classify(response, to: request)
    }

    /// Decides, for another HTTP library, what follows an answer to a request that was authorized.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - request: The request.
    ///   - credential: The credential that the request carried.
    ///   - replays: How often the request was sent again already.
    /// - Returns: The credential to send the request with again; `nil` when the answer goes to the caller.
    /// - Throws: `SessionError` when the session ended, or the credential could not be renewed.
    public func recover(
        from response: HTTPResponse,
        to request: HTTPRequest,
        sentWith credential: Credential,
        replays: Int = 0
    ) async throws(SessionError) -> Credential? {
        learnTime(from: response)
        let verdict = classifier.classify(response, to: request)
        let stamp = core.withLock { $0.machine.stamp(of: credential) }
        return try await sequel(verdict, to: stamp, replays: replays, response)?.credential
    }

    /// Whether a request goes to the app's own hosts.
    func isOwn(_ request: HTTPRequest) -> Bool {
        ownHosts.contains(request.url)
    }

    /// Sends a request and follows its redirects; the credential goes only to the app's own hosts.
    private func exchange(
        _ request: HTTPRequest,
        with credential: Credential?,
        _ options: RequestOptions
    ) async throws(SessionError) -> (response: HTTPResponse, isAuthorized: Bool) {
        var request = request
        var hops = 0
        while true {
            var outgoing = request
            let isAuthorized = credential != nil && (hops == 0 || isOwn(request))
            if isAuthorized, let credential { authorizer.authorize(&outgoing, with: credential) }
            let response: HTTPResponse
            do {
                response = try await transport.send(outgoing)
            } catch {
                throw .transport(error)
            }
            guard options.followsRedirects, let next = try Redirect.next(after: response, to: request) else {
                return (response, isAuthorized)
            }
            hops += 1
            guard hops <= configuration.redirectLimit else {
                throw SessionError(.badRedirect, response: response, detail: "too many redirects")
            }
            request = next
        }
    }

    /// Learns the server's time of day from an answer, once.
    private func learnTime(from response: HTTPResponse) {
        guard !core.withLock({ $0.serverClock.isKnown }) else { return }
        guard let date = response.fields[.date].flatMap(HTTPDate.parse) else { return }
        learnTime(date)
    }

    func learnTime(_ date: Date) {
        let uptime = clock.uptime
        core.withLock { core in
            core.serverClock.learn(date, at: uptime)
            core.machine.update { $0.recount(at: Moment(date: date, uptime: uptime)) }
        }
        setTimer()
    }
}
