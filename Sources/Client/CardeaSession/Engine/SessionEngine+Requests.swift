import Foundation
import CardeaLocks

// Thousands of calls may wait at once, each in frames of the functions below: what is rare is kept out of these by
// `@inline(never)`, here and where they lead.
extension SessionEngine {
    /// Sends a request until there is a response for its caller: the loop of every request of the app.
    ///
    /// A request to the app's own hosts carries the credential. It waits while that is refreshed. It is sent again
    /// after the server rejected the token, and after a failure that passes.
    func perform(_ call: inout SessionCall) async throws(SessionError) -> ReceivedResponse {
        let isAuthorized = call.options.isAuthorized && isOwn(call.request)
        if isAuthorized { try checkAuthorizable(call.request, isStreamed: call.content != nil) }
        call.deadline = clock.uptime + (call.options.deadline ?? max(.seconds(60), call.request.timeout))
        if isAuthorized, refreshesInBand, call.options.isReplayed { return try await performInBand(&call) }
        var counts = AttemptCounts()
        var issued =
            isAuthorized ? try await credentialForRequest(of: call.session, by: call.deadline) : nil
        call.session = issued?.stamp.session
        while true {
            let outcome = await send(call, with: issued)
            if let used = issued, case .success(let received) = outcome, received.isAuthorized {
                let classification = await judge(received, to: used.stamp)
                if classification != .accepted, call.options.isReplayed {
                    let next = try await credentialForReplay(
                        classification,
                        to: used.stamp,
                        from: received.request,
                        &counts,
                        received.response,
                        until: &call.deadline
                    )
                    guard let next, call.isRepeatable else { return received }
                    monitor?(.replayed)
                    issued = next
                    continue
                }
            }
            guard let delay = retryDelay(after: outcome, of: call, counts),
                clock.uptime + delay < call.deadline
            else { return try outcome.get() }
            counts.retries += 1
            try await pause(delay)
            if isAuthorized {
                issued = try await credentialForRequest(of: call.session, by: call.deadline)
            }
        }
    }

    /// Says what a response means for the credential of its request; a token that came with it is used first.
    func judge(_ received: ReceivedResponse, to stamp: CredentialStamp) async -> ResponseClassification {
        learnTime(from: received.response)
        let classification = classifier.classify(received.response, to: received.request)
        guard case .issued(let credential) = classification else { return classification }
        await useIssued(credential, issuedTo: stamp)
        return .accepted
    }

    /// Sends a call once and follows its redirects; the credential goes only to the app's own hosts.
    func send(
        _ call: SessionCall,
        with issued: SessionMachine.IssuedCredential?
    ) async -> Result<ReceivedResponse, SessionError> {
        do throws(SessionError) {
            return .success(try await exchange(call, with: issued))
        } catch {
            return .failure(error)
        }
    }

    private func exchange(
        _ call: SessionCall,
        with issued: SessionMachine.IssuedCredential?
    ) async throws(SessionError) -> ReceivedResponse {
        var request = call.request
        var content = call.content
        var hops = 0
        var hasLeft = false
        var isRepeated = false
        while true {
            var outgoing = request
            let mayCarry = hops == 0 || !hasLeft && mayCarryCredential(request, isStreamed: content != nil)
            let bearer = mayCarry ? issued : nil
            if let bearer { authorizer.authorize(&outgoing, with: bearer.credential) }
            if content != nil {
                // A body that an authorizer wrote would not be sent, and its type not be true of what is.
                (outgoing.body, outgoing.fields[.contentType]) = (request.body, request.fields[.contentType])
            }
            var received = try await transmit(outgoing, content, call, hops, isAuthorized: bearer != nil)
            if bearer != nil, authorizer.wantsRepeat(of: outgoing, after: received.response), !isRepeated {
                // The authorizer knows better now; that says nothing about the credential.
                isRepeated = true
                if content?.isRepeatable ?? true { continue }
                received.isAuthorized = false
            }
            guard call.options.followsRedirects, content?.isRepeatable ?? true,
                let next = try next(after: received.response, to: request, hops, isAuthorized: bearer != nil)
            else { return received }
            hops += 1
            // Another host chose where the request goes from there.
            if !isOwn(next) { hasLeft = true }
            if next.method != request.method { content = nil }
            request = next
        }
    }

    /// The request that follows a redirect, without the marks of a credential that may not go there.
    @inline(never)
    private func next(
        after response: CardeaResponse,
        to request: CardeaRequest,
        _ hops: Int,
        isAuthorized: Bool
    ) throws(SessionError) -> CardeaRequest? {
        guard var next = try Redirect.next(after: response, to: request) else { return nil }
        guard hops < configuration.redirectLimit else {
            throw SessionError(.badRedirect, response: response, detail: "too many redirects")
        }
        if isAuthorized, !isOwn(next) { authorizer.strip(&next) }
        return next
    }

    /// Hands a request to the transport.
    private func transmit(
        _ outgoing: CardeaRequest,
        _ content: HTTPContent?,
        _ call: SessionCall,
        _ hops: Int,
        isAuthorized: Bool
    ) async throws(SessionError) -> ReceivedResponse {
        do throws(TransportError) {
            guard call.isStreamed || content != nil else {
                var outgoing = outgoing
                outgoing.timeout = min(outgoing.timeout, call.deadline - clock.uptime)
                guard outgoing.timeout > .zero else { throw .deadlinePassed }
                let response = try await transport.send(outgoing)
                return ReceivedResponse(response: response, request: outgoing, isAuthorized: isAuthorized)
            }
            return try await stream(outgoing, content, call, isAuthorized: isAuthorized)
        } catch {
            // The request was received, and may have had its effect.
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

    /// Hands a request with a content of its own, or one whose response is to be streamed, to the transport.
    @inline(never)
    private func stream(
        _ outgoing: CardeaRequest,
        _ content: HTTPContent?,
        _ call: SessionCall,
        isAuthorized: Bool
    ) async throws(TransportError) -> ReceivedResponse {
        let streamed = try await transport.stream(outgoing, sending: content)
        var received = ReceivedResponse(
            response: CardeaResponse(status: streamed.status, fields: streamed.fields),
            rest: streamed.body,
            request: outgoing,
            isAuthorized: isAuthorized
        )
        if call.isStreamed {
            try await received.gather()
        } else {
            received.response.body = try await streamed.body.collected(upTo: ReceivedResponse.longestContent)
            received.rest = nil
        }
        return received
    }

    /// The delay before a failed call is sent again; `nil` if its caller gets the outcome.
    @inline(never)
    func retryDelay(
        after outcome: Result<ReceivedResponse, SessionError>,
        of call: SessionCall,
        _ counts: AttemptCounts
    ) -> Duration? {
        let retries = call.options.retries ?? configuration.requestRetries
        let rule = RetryRule(retries: retries, method: call.request.method)
        let result: RetryRule.Outcome
        switch outcome {
        case .success(let received): result = .responded(received.response)
        case .failure(let error):
            guard let failure = error.transport else { return nil }
            result = .failed(failure)
        }
        guard call.isRepeatable, rule.isPassing(result) else { return nil }
        let now = moment.date
        return core.withLock {
            rule.delay(after: result, count: counts.retries, now: now, using: &$0.random)
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
    private func mayCarryCredential(_ request: CardeaRequest, isStreamed: Bool) -> Bool {
        isOwn(request) && authorizer.obstacle(in: request, isStreamed: isStreamed) == nil
    }

    /// Fails for a request that the credential cannot be put into: a refresh would not help it.
    @inline(never)
    func checkAuthorizable(_ request: CardeaRequest, isStreamed: Bool = false) throws(SessionError) {
        guard let obstacle = authorizer.obstacle(in: request, isStreamed: isStreamed) else { return }
        throw SessionError(.requestNotAuthorizable, detail: obstacle)
    }

    /// Whether a request goes to the app's own hosts.
    func isOwn(_ request: CardeaRequest) -> Bool {
        ownHosts.contains(request.url)
    }

    /// Learns the server's time of day from a response, once.
    @inline(never)
    func learnTime(from response: CardeaResponse) {
        guard !core.withLock({ $0.serverClock.isKnown }) else { return }
        guard let date = response.date else { return }
        learnTime(date)
    }

    func learnTime(_ date: Date) {
        let uptime = clock.uptime
        core.withLock { core in
            core.serverClock.learn(date, at: uptime)
            core.machine.update { $0.recount(at: Moment(date: date, uptime: uptime)) }
            setDeadlineTimer(&core)
        }
    }
}

extension TransportError {
    /// The call ended before this attempt was sent.
    fileprivate static let deadlinePassed = TransportError(
        .timedOut,
        mayHaveBeenReceived: false,
        description: "The deadline of the call has passed"
    )
}
