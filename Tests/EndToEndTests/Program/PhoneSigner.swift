import Foundation
import Testing

/// Signs up number after number by the codes of text messages, while the server is killed.
actor PhoneSigner {
    private struct Sent {
        let session: String
        /// Whether a request before it had no response.
        let isRepeated: Bool
    }

    private let number: Int
    private let site: CrashSite
    /// The numbers whose requests were acknowledged.
    private var requested: [String: Sent] = [:]
    /// The messages whose codes were tried.
    private var tried: Set<String> = []
    /// The users that were signed up, by number, and the codes that did it.
    private var users: [String: (id: String, code: String)] = [:]

    init(number: Int, site: CrashSite) {
        self.number = number
        self.site = site
    }

    func run(until end: ContinuousClock.Instant) async throws {
        while ContinuousClock.now < end || requested.isEmpty {
            let recipient = "+1650\(1_000_000 + number * 500_000 + requested.count)"
            let (reply, isRepeated) = try await site.send(
                "/v1/accounts:sendVerificationCode",
                ["phoneNumber": recipient]
            )
            try #require(reply.status == 200, "\(reply.error ?? "")")
            requested[recipient] = Sent(session: try #require(reply["sessionInfo"]), isRepeated: isRepeated)
            try await useCodes()
        }
    }

    /// Uses the codes of the text messages that have arrived.
    private func useCodes() async throws {
        for message in try site.texts.requests.map(\.message) {
            guard let sent = requested[message.to], users[message.to] == nil,
                tried.insert(message.id).inserted
            else { continue }
            let (reply, isRepeated) = try await site.send(
                "/v1/accounts:signInWithPhoneNumber",
                ["sessionInfo": sent.session, "code": message.code]
            )
            if let id = reply["localId"] {
                #expect(reply.object["isNewUser"] as? Bool == true)
                users[message.to] = (id, message.code)
            } else if reply.error == "INVALID_SESSION_INFO", isRepeated {
                // The use whose response was lost was committed, with its user.
                let found = try await user(of: message.to)
                users[message.to] = (try #require(found, "a code signed up nobody"), message.code)
            } else {
                // A request without a response may have sent a code of its own.
                let isOther = sent.isRepeated && reply.error == "INVALID_CODE"
                #expect(isOther, "a code was sent without its commit")
            }
        }
    }

    /// The ID of the user who has a number.
    private func user(of phoneNumber: String) async throws -> String? {
        let (reply, _) = try await site.send(
            "/v1/projects/default/accounts:lookup",
            ["phoneNumber": [phoneNumber]],
            asAdministrator: true
        )
        let users = reply.object["users"] as? [[String: Any]] ?? []
        #expect(users.count <= 1)
        return users.first?["localId"] as? String
    }

    func judge() async throws {
        // A message that was being sent during a crash is sent again when its claim has expired.
        try await until("each text message is delivered, or waits in the outbox") {
            try await useCodes()
            let missing = requested.keys.filter { users[$0] == nil }
            if missing.isEmpty { return true }
            let waiting = try await site.waitingRecipients()
            return missing.allSatisfy(waiting.contains)
        }
        for (recipient, known) in users {
            let sent = try #require(requested[recipient])
            let use = ["sessionInfo": sent.session, "code": known.code]
            var (reply, _) = try await site.send("/v1/accounts:signInWithPhoneNumber", use)
            if reply.status == 429 {
                // A new process has forgotten the failures of this network.
                try await site.crash()
                reply = try await site.send("/v1/accounts:signInWithPhoneNumber", use).reply
            }
            #expect(reply.error == "INVALID_SESSION_INFO", "a code was used twice")
            #expect(try await user(of: recipient) == known.id, "an acknowledged user is lost")
        }
    }
}
