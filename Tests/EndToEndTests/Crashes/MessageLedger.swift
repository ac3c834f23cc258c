import CardeaHTTPMessages
import Foundation
import Testing

/// The messages that one actor has requested, and those that have arrived for it.
///
/// Each request that was acknowledged sends exactly one message. One without a response sends a message if it was committed, and
/// none else. A message that was being sent during a crash may come twice, with one ID.
actor MessageLedger {
    private struct Requests {
        var acknowledged = 0
        var lost = 0
        var withdrawn = 0
        var isUsed = false

        /// The numbers of messages that are right.
        var messages: ClosedRange<Int> {
            let fewest = max(0, acknowledged - withdrawn)
            return fewest...max(fewest, acknowledged + lost - withdrawn)
        }
    }

    private let site: CrashSite
    private var requests: [Topic: Requests] = [:]
    private var arrivals: [Topic: Set<Arrival>] = [:]

    init(_ site: CrashSite) { self.site = site }

    /// Requests a message, and repeats a request without a response as often as not.
    ///
    /// - Returns: The response; `nil` if there was none.
    func request(_ topic: Topic, _ path: String, _ body: [String: Any]) async throws -> Reply? {
        await announce(topic)
        let exchange = try await site.exchange(.post, path, body, repeats: Bool.random())
        requests[topic]?.lost += exchange.lost
        guard let reply = exchange.reply else { return nil }
        try #require(reply.status == 200, "\(topic): \(reply.error ?? "")")
        requests[topic]?.acknowledged += 1
        return reply
    }

    /// Requests a link.
    ///
    /// - Parameters:
    ///   - kind: The kind of link.
    ///   - recipient: The address that gets it.
    ///   - type: The kind as the request names it.
    ///   - body: The other fields of the request; the address by default.
    /// - Throws: A response that no actor expects.
    func requestLink(
        _ kind: Topic.Kind,
        to recipient: String,
        _ type: String,
        _ body: [String: String]? = nil
    ) async throws {
        _ = try await request(
            Topic(kind: kind, recipient: recipient),
            "/v1/accounts:sendOobCode",
            (body ?? ["email": recipient]).merging(["requestType": type]) { $1 }
        )
    }

    /// A request of another kind may send a message about the topic.
    func announce(_ topic: Topic) async {
        requests[topic] = requests[topic] ?? Requests()
        await site.messages.announce(topic)
    }

    /// A request of another kind has sent a message about the topic.
    func expect(_ topic: Topic) { requests[topic, default: Requests()].acknowledged += 1 }

    /// An operator has deleted a message about the topic before it was sent.
    func withdraw(_ topic: Topic) { requests[topic]?.withdrawn += 1 }

    /// The IDs of the messages that have arrived.
    func delivered() async throws -> Set<String> {
        var delivered: Set<String> = []
        for topic in requests.keys {
            delivered.formUnion(try await site.messages.messages(about: topic).map(\.message))
        }
        return delivered
    }

    /// The messages whose codes may be used now, each once.
    ///
    /// The codes of a topic are used only when all its messages have arrived: a use may end the other codes.
    ///
    /// - Parameter isSettled: Whether the messages that have arrived are all that will arrive soon.
    /// - Returns: The messages, by topic.
    /// - Throws: A response that no actor expects.
    func usable(isSettled: Bool = false) async throws -> [[Arrival]] {
        var usable: [[Arrival]] = []
        for (topic, sent) in requests where !sent.isUsed {
            try await look(for: topic)
            let found = arrivals[topic] ?? []
            guard !found.isEmpty, isSettled || found.count == sent.messages.upperBound else { continue }
            requests[topic]?.isUsed = true
            usable.append(Array(found))
        }
        return usable
    }

    /// Reads what has arrived.
    ///
    /// The code of each link exists: the mail was sent after the commit.
    private func look(for topic: Topic) async throws {
        let found = try await site.messages.messages(about: topic)
        for arrival in found.subtracting(arrivals[topic] ?? []) where topic.kind != .text {
            site.judgements.add("codes of arriving mails")
            let (reply, _) = try await site.send("/v1/accounts:resetPassword", ["oobCode": arrival.code])
            #expect(reply.status == 200, "\(topic): a mail was sent without its commit: \(reply.error ?? "")")
        }
        arrivals[topic] = found
    }

    /// Waits until no message is on its way.
    ///
    /// A message whose delivery was interrupted by a crash remains in the outbox.
    func settle() async throws {
        try await until("no message is on its way") {
            let waiting = try await site.waitingMessages()
            return requests.keys.allSatisfy { waiting[$0, default: []].allSatisfy(\.isInterrupted) }
        }
        for (topic, sent) in requests where !sent.isUsed { try await look(for: topic) }
    }

    /// Whether a message about the topic is still in the outbox.
    func isWaiting(_ topic: Topic) async throws -> Bool { try await site.waitingMessages()[topic] != nil }

    /// Counts the messages of each topic.
    func judge() async throws {
        let waiting = try await site.waitingMessages()
        // A kind of message that never arrives is noticed.
        for kind in Topic.Kind.allCases { site.judgements.add("arrived messages: \(kind)", 0) }
        for (topic, sent) in requests {
            let found = try await site.messages.messages(about: topic)
            site.judgements.add("arrived messages: \(topic.kind)", found.count)
            let delivered = Set(found.map(\.message))
            #expect(delivered.count == found.count, "\(topic): one message was sent with two codes")
            #expect(
                Set(found.map(\.code)).count == found.count,
                "\(topic): one code was sent in two messages"
            )
            let count = delivered.union((waiting[topic] ?? []).map(\.id)).count
            #expect(count >= sent.messages.lowerBound, "\(topic): an acknowledged message is lost")
            #expect(count <= sent.messages.upperBound, "\(topic): a message was sent without a request")
        }
    }
}

/// A message in the outbox.
struct WaitingMessage {
    let id: String
    /// Whether it does not arrive soon, because a crash has interrupted its delivery.
    let isInterrupted: Bool
}

extension CrashSite {
    /// The messages in the outbox.
    nonisolated func waitingMessages() async throws -> [Topic: [WaitingMessage]] {
        let lastCrash = await lastCrash
        var waiting: [Topic: [WaitingMessage]] = [:]
        for message in try await outbox() {
            let kind = try #require((message["purpose"] as? String).flatMap(Topic.Kind.init(rawValue:)))
            let topic = Topic(kind: kind, recipient: try #require(message["recipient"] as? String))
            // The next attempt is the end of the lease of an attempt; one of the present process began after the crash.
            let next = (message["nextAttemptAt"] as? NSNumber)?.int64Value ?? 0
            let lease: Int64 = kind == .text ? 120_000 : 300_000
            let waits = WaitingMessage(
                id: try #require(message["id"] as? String),
                isInterrupted: message["attempts"] as? Int != 0 && next <= lastCrash + lease
            )
            waiting[topic, default: []].append(waits)
        }
        return waiting
    }

    /// All messages in the outbox.
    nonisolated func outbox() async throws -> [[String: Any]] {
        var messages: [[String: Any]] = []
        var next = ""
        repeat {
            let page = try await manage(.get, "/outbox?limit=1000" + next)
            try #require(page.status == 200, "\(page.object)")
            messages += page.object["mails"] as? [[String: Any]] ?? []
            next = page["next"].map { "&after=\($0)" } ?? ""
        } while !next.isEmpty
        return messages
    }
}
