import Foundation
import CardeaLocks

// Thousands of calls may wait at once, each in frames of the functions below: what is rare is kept out of these by
// `@inline(never)`, here and where they lead.
extension SessionEngine {
    /// Sends a call until it has an answer for its caller: the loop that every request of the app goes through.
    ///
    /// To the app's own hosts it carries the credential; it waits while that is being renewed, is sent again when
    /// the server refused it, and when it failed in a way that passes.
    func perform(_ call: inout Call) async throws(SessionError) -> Arrival {
        let isAuthorized = call.options.isAuthorized && isOwn(call.request)
        if isAuthorized { try checkAuthorizable(call.request, isStreamed: call.content != nil) }
        let carrier = isAuthorized ? carrier(for: call) : nil
        var tally = Tally()
        var ticket = isAuthorized ? try await admit(carrier, of: call.session) : nil
        call.session = ticket?.stamp.session
        while true {
            if let carried = carrier?.take() { return carried }
            let outcome = await send(call, with: ticket)
            if let used = ticket, case .success(let arrival) = outcome, arrival.isAuthorized {
                learnTime(from: arrival.response)
                let verdict = classifier.classify(arrival.response, to: arrival.request)
                if case .issued(let credential) = verdict {
                    await takeIn(credential, issuedTo: used.stamp)
                } else if verdict != .accepted, call.options.isReplayed {
                    let renewer = call.isRepeatable ? carrier : nil
                    let next = try await sequel(
                        verdict,
                        to: used.stamp,
                        from: arrival.request,
                        &tally,
                        arrival.response,
                        renewer
                    )
                    guard let next, call.isRepeatable else { return carrier?.take() ?? arrival }
                    monitor?.record(.replayed)
                    ticket = next
                    continue
                }
            }
            guard let delay = retryDelay(after: outcome, of: call, tally) else { return try outcome.get() }
            tally.retries += 1
            try await pause(delay)
            if isAuthorized { ticket = try await admit(carrier, of: call.session) }
        }
    }

    /// Sends a call once and follows its redirects; the credential goes only to the app's own hosts.
    func send(_ call: Call, with ticket: SessionMachine.Ticket?) async -> Result<Arrival, SessionError> {
        do throws(SessionError) {
            return .success(try await exchange(call, with: ticket))
        } catch {
            return .failure(error)
        }
    }

    private func exchange(
        _ call: Call,
        with ticket: SessionMachine.Ticket?
    ) async throws(SessionError) -> Arrival {
        var request = call.request
        var content = call.content
        var hops = 0
        var isRepeated = false
        while true {
            var outgoing = request
            let bearer = hops == 0 || mayCarryCredential(request, isStreamed: content != nil) ? ticket : nil
            if let bearer { authorizer.authorize(&outgoing, with: bearer.credential) }
            if content != nil {
                // A body that an authorizer wrote would not be sent, and its type not be true of what is.
                (outgoing.body, outgoing.fields[.contentType]) = (request.body, request.fields[.contentType])
            }
            var arrival = try await transmit(outgoing, content, call, hops, isAuthorized: bearer != nil)
            if bearer != nil, authorizer.wantsRepeat(of: outgoing, after: arrival.response), !isRepeated {
                // The authorizer knows better now; that says nothing about the credential.
                isRepeated = true
                if content?.isRepeatable ?? true { continue }
                arrival.isAuthorized = false
            }
            guard call.options.followsRedirects, content?.isRepeatable ?? true,
                let next = try next(after: arrival.response, to: request, hops, isAuthorized: bearer != nil)
            else { return arrival }
            hops += 1
            if next.method != request.method { content = nil }
            request = next
        }
    }

    /// The request that follows a redirect, without the marks of a credential that may not go there.
    @inline(never)
    private func next(
        after response: HTTPResponse,
        to request: HTTPRequest,
        _ hops: Int,
        isAuthorized: Bool
    ) throws(SessionError) -> HTTPRequest? {
        guard var next = try Redirect.next(after: response, to: request) else { return nil }
        guard hops < configuration.redirectLimit else {
            throw SessionError(.badRedirect, response: response, detail: "too many redirects")
        }
        if isAuthorized, !isOwn(next) { authorizer.strip(&next) }
        return next
    }

    /// Hands a request to the transport.
    private func transmit(
        _ outgoing: HTTPRequest,
        _ content: HTTPContent?,
        _ call: Call,
        _ hops: Int,
        isAuthorized: Bool
    ) async throws(SessionError) -> Arrival {
        do {
            guard call.isStreamed || content != nil else {
                let response = try await transport.send(outgoing)
                return Arrival(response: response, request: outgoing, isAuthorized: isAuthorized)
            }
            return try await stream(outgoing, content, call, isAuthorized: isAuthorized)
        } catch {
            // What led here was received, and may have been acted upon.
            let mayHaveBeenReceived = hops > 0 || error.mayHaveBeenReceived
            throw .transport(
                TransportError(
                    error.code,
                    mayHaveBeenReceived: mayHaveBeenReceived,
                    description: error.description
                )
            )
        }
    }

    /// Hands a request with a content of its own, or one whose answer is to be streamed, to the transport.
    @inline(never)
    private func stream(
        _ outgoing: HTTPRequest,
        _ content: HTTPContent?,
        _ call: Call,
        isAuthorized: Bool
    ) async throws(TransportError) -> Arrival {
        let streamed = try await transport.stream(outgoing, sending: content)
        var arrival = Arrival(
            response: HTTPResponse(status: streamed.status, fields: streamed.fields),
            rest: streamed.body,
            request: outgoing,
            isAuthorized: isAuthorized
        )
        if call.isStreamed {
            try await arrival.gather()
        } else {
            arrival.response.body = try await streamed.body.collected(upTo: Arrival.longestContent)
            arrival.rest = nil
        }
        return arrival
    }

    /// How long to wait before a call is sent again that came to nothing; `nil` when its caller gets the outcome.
    @inline(never)
    func retryDelay(
        after outcome: Result<Arrival, SessionError>,
        of call: Call,
        _ tally: Tally
    ) -> Duration? {
        let retries = call.options.retries ?? configuration.requestRetries
        let rule = RetryRule(retries: retries, method: call.request.method)
        let result: RetryRule.Outcome
        switch outcome {
        case .success(let arrival): result = .answered(arrival.response)
        case .failure(let error):
            guard let failure = error.transport else { return nil }
            result = .failed(failure)
        }
        guard call.isRepeatable, rule.isPassing(result) else { return nil }
        let now = moment.date
        return core.withLock {
            rule.delay(after: result, count: tally.retries, now: now, using: &$0.random)
        }
    }

    @inline(never)
    func pause(_ delay: Duration) async throws(SessionError) {
        do {
            try await clock.sleep(for: delay)
        } catch {
            throw SessionError(.cancelled)
        }
    }

    /// Whether a request that a redirect led to gets the credential.
    private func mayCarryCredential(_ request: HTTPRequest, isStreamed: Bool) -> Bool {
        isOwn(request) && authorizer.obstacle(in: request, isStreamed: isStreamed) == nil
    }

    /// Fails for a request that the credential cannot be put into: a refresh would not help it.
    @inline(never)
    func checkAuthorizable(_ request: HTTPRequest, isStreamed: Bool = false) throws(SessionError) {
        guard let obstacle = authorizer.obstacle(in: request, isStreamed: isStreamed) else { return }
        throw SessionError(.requestNotAuthorizable, detail: obstacle)
    }

    /// Whether a request goes to the app's own hosts.
    func isOwn(_ request: HTTPRequest) -> Bool {
        ownHosts.contains(request.url)
    }

    /// Learns the server's time of day from an answer, once.
    @inline(never)
    func learnTime(from response: HTTPResponse) {
        guard !core.withLock({ $0.serverClock.isKnown }) else { return }
        guard let date = response.date else { return }
        learnTime(date)
    }

    func learnTime(_ date: Date) {
        let uptime = clock.uptime
        core.withLock { core in
            core.serverClock.learn(date, at: uptime)
            core.machine.update { $0.recount(at: Moment(date: date, uptime: uptime)) }
            setAlarm(&core)
        }
    }
}
