import Cardea
import CardeaTesting
import Foundation
import Testing

/// An emulator, whose codes can be read and whose clock can be set, with a device beside it.
struct EmulatorDesk {
    let emulator: ServerProcess
    let device: Device

    init() async throws {
        emulator = try await ServerProcess.emulator()
        device = try Device()
        try await advance(by: .zero)
    }

    /// The app as it is just after its start.
    func app() throws -> CardeaClient {
        try device.app(.emulator(emulator.url), apiKey: "any")
    }

    /// The app on another device.
    func otherApp() throws -> CardeaClient {
        try Device().app(.emulator(emulator.url), apiKey: "any")
    }

    /// Advances the clocks of the device and of the server.
    func advance(by duration: Duration) async throws {
        device.clock.advance(by: duration)
        let now = Int64((device.clock.now.timeIntervalSince1970 * 1000).rounded())
        #expect(try await emulator.send(.put, "/emulator/v1/clock", ["nowMs": now]).status == 200)
    }

    /// The newest link that was sent.
    func link(tenant: String? = nil) async throws -> URL {
        let pool = tenant.map { "/tenants/\($0)" } ?? ""
        let reply = try await emulator.send(.get, "/emulator/v1/projects/example\(pool)/oobCodes")
        let codes = try #require(reply.object["oobCodes"] as? [[String: Any]])
        return try #require((codes.last?["oobLink"] as? String).flatMap { URL(string: $0) })
    }

    /// The code of the newest link.
    func code(tenant: String? = nil) async throws -> String {
        try #require(ActionLink(try await link(tenant: tenant))).code
    }

    /// The code of the newest text message to a phone number.
    func phoneCode(of number: String = Ada.phoneNumber, tenant: String? = nil) async throws -> String {
        let pool = tenant.map { "/tenants/\($0)" } ?? ""
        let reply = try await emulator.send(.get, "/emulator/v1/projects/example\(pool)/verificationCodes")
        let codes = try #require(reply.object["verificationCodes"] as? [[String: Any]])
        let sent = try #require(codes.last { $0["phoneNumber"] as? String == number }, "\(reply.object)")
        return try #require(sent["code"] as? String)
    }

    /// Hides from other users who has an account, as `cardea serve` does by default.
    func protectEmailAddresses() async throws {
        let reply = try await emulator.send(
            .patch,
            "/identitytoolkit.googleapis.com/v2/projects/example/config",
            ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]],
            fields: [.authorization: "Bearer owner"]
        )
        #expect(reply.status == 200, "\(reply.object)")
    }

    /// Changes a user as an administrator.
    func administer(_ user: CardeaUser, _ changes: [String: Any]) async throws {
        let reply = try await emulator.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/projects/example/accounts:update",
            changes.merging(["localId": user.uid]) { $1 },
            fields: [.authorization: "Bearer owner"]
        )
        #expect(reply.status == 200, "\(reply.object)")
    }
}

extension ActionLinkSettings {
    /// Settings of links that open the app.
    static func app() throws -> ActionLinkSettings {
        ActionLinkSettings(
            url: try #require(URL(string: "https://app.example.com/in?from=mail")),
            handleCodeInApp: true
        )
    }
}
