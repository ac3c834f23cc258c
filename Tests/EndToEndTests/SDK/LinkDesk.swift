import Cardea
import Foundation
import Testing

/// A server whose links the person reads, with a device beside it.
protocol LinkDesk {
    var server: ServerProcess { get }
    var device: Device { get }

    /// The app as it is just after its start.
    func app() throws -> CardeaClient
    /// The app on another device.
    func otherApp() throws -> CardeaClient
    /// The link that was sent since the last one.
    func newLink() async throws -> URL
    /// Waits, or sets the clock, so that what follows is later than what was.
    func passTime() async throws
}

extension LinkDesk {
    func newCode() async throws -> String { try #require(ActionLink(try await newLink())).code }
}

extension EmulatorDesk: LinkDesk {
    var server: ServerProcess { emulator }

    func newLink() async throws -> URL { try await link() }
    func passTime() async throws { try await advance(by: .seconds(60)) }
}

/// `cardea serve`, whose links come by mail.
final class MailDesk: LinkDesk {
    let mailed: MailedServer
    let device: Device
    private var read = 0

    var server: ServerProcess { mailed.server }

    init() async throws {
        mailed = try await MailedServer()
        device = try Device()
        try await mailed.run("project set codes.continueOrigins https://app.example.com")
    }

    func app() throws -> CardeaClient { try device.app(server) }
    func otherApp() throws -> CardeaClient { try Device().app(server) }

    func newLink() async throws -> URL {
        read += 1
        let message = try await mailed.messages(read)[read - 1]
        #expect(message.isEncrypted && message.user == "cardea" && message.defects == [])
        return try #require(message.link)
    }

    /// The mails have taken longer than the clock's resolution.
    func passTime() {}
}

/// Where a test of links runs.
enum LinkPlace: CaseIterable {
    case emulator, mail

    static var installed: [LinkPlace] { MailSink.isInstalled ? allCases : [.emulator] }

    func desk() async throws -> any LinkDesk {
        switch self {
        case .emulator: try await EmulatorDesk()
        case .mail: try await MailDesk()
        }
    }
}
