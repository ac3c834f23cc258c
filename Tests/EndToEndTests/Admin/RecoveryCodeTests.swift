import AdminTestSupport
import Cardea
import CardeaAdmin
import CardeaCurlTransport
import CardeaHTTPTransport
import CardeaTesting
import Foundation
import Testing

/// A recovery code from the command line, used by an app.
@Suite struct RecoveryCodeTests {
    private struct Created: Decodable {
        let code: String
        let link: String
    }

    @Test("a recovery code of the command line signs in with the SDK, and ends the sessions of lost devices")
    func commandLine() async throws {
        let desk = try await AdminDesk()
        let lost = try desk.app()
        _ = try await lost.signUp(email: Ada.email, password: Ada.password)
        let made = try await Program.run(
            "user recovery-code \(Ada.email) --lifetime 1h --json --data \(desk.data)"
        )
        #expect(made.exitCode == 0, "\(made.errors)")
        let created = try JSONDecoder().decode(Created.self, from: Data(made.output.utf8))
        let address = try #require(URL(string: created.link))
        let page = try await CurlTransport().send(CardeaRequest(.get, address))
        #expect(page.status == 200 && String(decoding: page.body, as: UTF8.self).contains(Ada.email))

        let app = try desk.app()
        let user = try await app.signIn(recoveryCode: created.code.lowercased())
        #expect(user.profile.email == Ada.email)
        try await user.updatePassword("another horse")
        #expect(try await desk.admin.user(email: Ada.email).hasPassword)
        await #expect(throws: CardeaError.self) { try await lost.currentUser?.idToken(forcingRefresh: true) }

        let again = await #expect(throws: CardeaError.self) {
            try await desk.app().signIn(recoveryCode: created.code)
        }
        #expect(again?.code == .invalidActionCode)
        let shown = try await Program.run("user recovery-code \(Ada.email) --lifetime 9d --data \(desk.data)")
        #expect(shown.exitCode != 0)
    }
}
