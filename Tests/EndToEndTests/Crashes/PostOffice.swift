import Foundation
import Testing

/// The recipient of a message, and the reason for the message.
struct Topic: Hashable {
    enum Kind: String, CaseIterable {
        case passwordReset = "password_reset"
        case verifyEmail = "verify_email"
        case emailSignIn = "email_sign_in"
        case verifyAndChangeEmail = "verify_and_change_email"
        case recoverEmail = "recover_email"
        case text = "phone_sign_in"

        /// The kinds of links by their `mode`.
        static let modes: [Substring: Kind] = [
            "resetPassword": .passwordReset, "verifyEmail": .verifyEmail, "signIn": .emailSignIn,
            "verifyAndChangeEmail": .verifyAndChangeEmail, "recoverEmail": .recoverEmail,
        ]
    }

    let kind: Kind
    let recipient: String
}

/// A mail or a text message that has arrived.
struct Arrival: Hashable {
    /// The same for all deliveries of one message.
    let message: String
    let topic: Topic
    let code: String
}

/// The mails and the text messages that have arrived, by topic.
actor PostOffice {
    private let sink: MailSink
    private let texts: SMSSink
    private var mailOffset: UInt64 = 0
    private var textOffset: UInt64 = 0
    private var arrivals: [Topic: Set<Arrival>] = [:]
    private var announced: Set<Topic> = []

    init(_ sink: MailSink, _ texts: SMSSink) {
        self.sink = sink
        self.texts = texts
    }

    /// Somebody may request messages about a topic; others must not arrive.
    func announce(_ topic: Topic) { announced.insert(topic) }

    /// The messages about a topic that have arrived.
    func messages(about topic: Topic) throws -> Set<Arrival> {
        try read()
        return arrivals[topic] ?? []
    }

    /// The topics that no actor has announced.
    func strayTopics() throws -> [Topic] {
        try read()
        return arrivals.keys.filter { !announced.contains($0) }
    }

    private func read() throws {
        for mail in try sink.messages(behind: &mailOffset) {
            let link = try #require(mail.text?.firstMatch(of: #/mode=(\w+)&oobCode=([\w-]+)/#), "no link")
            let id = try #require(mail.values(of: "Message-ID").first?.firstMatch(of: #/<([^@]+)@/#))
            let topic = Topic(
                kind: try #require(Topic.Kind.modes[link.1]),
                recipient: try #require(mail.recipients.first)
            )
            let arrival = Arrival(message: String(id.1), topic: topic, code: String(link.2))
            arrivals[topic, default: []].insert(arrival)
        }
        for text in try texts.requests(behind: &textOffset).map(\.message) {
            let topic = Topic(kind: .text, recipient: text.to)
            arrivals[topic, default: []].insert(Arrival(message: text.id, topic: topic, code: text.code))
        }
    }
}
