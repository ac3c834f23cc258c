import Cardea
import CardeaSession
import Foundation
import Testing
import TransportTestSupport

/// Links of every purpose, as the emulator shows them, and as a mail server gets them.
@Suite(.timeLimit(.minutes(10)))
struct LinkTests {
    @Test("a link verifies the address once; reload shows it (U14)", arguments: LinkPlace.installed)
    func verification(place: LinkPlace) async throws {
        let desk = try await place.desk()
        let app = try desk.app()
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        try await user.sendEmailVerification()
        let code = try await desk.newCode()
        let info = try await app.checkActionCode(code)
        #expect(info.operation == .verifyEmail && info.email == Ada.email && info.previousEmail == nil)
        #expect(try await !user.reload().isEmailVerified)
        try await app.applyActionCode(code)
        #expect(try await user.reload().isEmailVerified)
        #expect(await failure { try await app.applyActionCode(code) } == .invalidActionCode)
        #expect(app.currentUser === user)
        #expect(try await desk.app().restore()?.isEmailVerified == true)
    }

    @Test("a link sets a new password and ends all sessions (U14)", arguments: LinkPlace.installed)
    func reset(place: LinkPlace) async throws {
        let desk = try await place.desk()
        let app = try desk.app()
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        try await app.sendPasswordReset(toEmail: Ada.email, settings: .app())
        let link = try await desk.newLink()
        let parts = try #require(ActionLink(link))
        #expect(parts.operation == .passwordReset)
        #expect(try parts.continueURL == ActionLinkSettings.app().url)
        #expect(!app.isSignInLink(link))
        #expect(try await app.verifyPasswordResetCode(parts.code) == Ada.email)
        #expect(
            await failure { try await app.confirmPasswordReset(code: parts.code, newPassword: "x") }
                == .weakPassword
        )
        try await app.confirmPasswordReset(code: parts.code, newPassword: "a new password")
        #expect(await failure { try await user.reload() } == .refreshTokenFailed)
        #expect(try await app.signIn(email: Ada.email, password: "a new password").uid == user.uid)
        #expect(
            await failure { try await app.confirmPasswordReset(code: parts.code, newPassword: "another one") }
                == .invalidActionCode
        )
    }

    @Test(
        "a link changes the address, and a link to the former one restores it (U14)",
        arguments: LinkPlace.installed
    )
    func changeAndRecovery(place: LinkPlace) async throws {
        let desk = try await place.desk()
        let app = try desk.app()
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        try await user.sendEmailVerification()
        try await app.applyActionCode(try await desk.newCode())
        // A recovery ends a password that was set at its time or later.
        try await desk.passTime()
        try await user.sendEmailVerification(beforeUpdatingEmail: "new@example.com")
        let change = try await desk.newCode()
        let info = try await app.checkActionCode(change)
        #expect(info.operation == .verifyAndChangeEmail)
        #expect(info.email == "new@example.com" && info.previousEmail == Ada.email)
        try await app.applyActionCode(change)
        #expect(await failure { try await user.reload() } == .refreshTokenFailed)
        let again = try await app.signIn(email: "new@example.com", password: Ada.password)
        #expect(again.uid == user.uid && again.isEmailVerified)

        let recovery = try await desk.newCode()
        let former = try await app.checkActionCode(recovery)
        #expect(former.operation == .recoverEmail && former.email == Ada.email)
        try await app.applyActionCode(recovery)
        #expect(await failure { try await again.reload() } == .refreshTokenFailed)
        #expect(try await app.signIn(email: Ada.email, password: Ada.password).uid == user.uid)
    }

    @Test(
        "a link signs up, then signs in, once each; the user is there after a restart (U6)",
        arguments: LinkPlace.installed
    )
    func signIn(place: LinkPlace) async throws {
        let desk = try await place.desk()
        let app = try desk.app()
        try await app.sendSignInLink(toEmail: Ada.email, settings: .app())
        let first = try await desk.newLink()
        #expect(app.isSignInLink(first))
        let user = try await app.signIn(email: Ada.email, link: first)
        #expect(user.email == Ada.email && user.isEmailVerified && !user.isAnonymous)
        #expect(await failure { try await app.signIn(email: Ada.email, link: first) } == .invalidActionCode)
        #expect(try await desk.app().restore()?.uid == user.uid)
        try await app.sendSignInLink(toEmail: Ada.email, settings: .app())
        let second = try await desk.newLink()
        #expect(try await desk.otherApp().signIn(email: Ada.email, link: second).uid == user.uid)
    }

    @Test(
        "the language of the client is that of the links, also of those that a user requests",
        arguments: LinkPlace.installed
    )
    func language(place: LinkPlace) async throws {
        let desk = try await place.desk()
        let app = try desk.app()
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        app.languageCode = "de"
        try await app.sendPasswordReset(toEmail: Ada.email)
        #expect(ActionLink(try await desk.newLink())?.languageCode == "de")
        app.languageCode = "ja"
        try await user.sendEmailVerification()
        #expect(ActionLink(try await desk.newLink())?.languageCode == "ja")
    }
}

/// The page behind the links in mails of `cardea serve`.
@Suite(
    .enabled(if: MailSink.isInstalled, "Scripts/python-clients installs the mail server"),
    .timeLimit(.minutes(10))
)
struct LinkPageTests {
    /// Submits the form of the page that a link leads to.
    private func submit(
        _ link: URL,
        at desk: MailDesk,
        _ fields: [String: String] = [:]
    ) async throws -> Reply {
        let shown = try await desk.mailed.open(link)
        let html = String(decoding: shown.body, as: UTF8.self)
        #expect(shown.status == 200 && html.contains(#"<form method="post" action="/auth/action">"#))
        let hidden = html.matches(of: #/<input type="hidden" name="([^"]+)" value="([^"]*)">/#)
        let items = hidden.map { URLQueryItem(name: String($0.1), value: String($0.2)) }
        var form = URLComponents()
        form.queryItems = items + fields.map { URLQueryItem(name: $0.key, value: $0.value) }
        return try await desk.server.form("/auth/action", form.percentEncodedQuery ?? "")
    }

    @Test("the form of the page verifies the address, and a look at the page does not (U14)")
    func verification() async throws {
        let desk = try await MailDesk()
        let user = try await desk.app().signUp(email: Ada.email, password: Ada.password)
        try await user.sendEmailVerification()
        let link = try await desk.newLink()
        #expect(try await desk.mailed.open(link).status == 200)
        #expect(try await !user.reload().isEmailVerified)
        #expect(try await submit(link, at: desk).status == 200)
        #expect(try await user.reload().isEmailVerified)
        let again = try await desk.mailed.open(link)
        #expect(
            again.status == 200 && String(decoding: again.body, as: UTF8.self).contains("was used already")
        )
    }

    @Test("the form of the page sets a new password (U14)")
    func reset() async throws {
        let desk = try await MailDesk()
        let app = try desk.app()
        try await app.signUp(email: Ada.email, password: Ada.password)
        try await app.sendPasswordReset(toEmail: Ada.email)
        let link = try await desk.newLink()
        #expect(try await submit(link, at: desk, ["newPassword": "x"]).status == 400)
        #expect(try await submit(link, at: desk, ["newPassword": "a new password"]).status == 200)
        try await app.signIn(email: Ada.email, password: "a new password")
    }

    @Test("the forms of the page change the address and restore it (U14)")
    func changeAndRecovery() async throws {
        let desk = try await MailDesk()
        let app = try desk.app()
        let user = try await app.signUp(email: Ada.email, password: Ada.password)
        // An address that is not verified is not restored.
        try await user.sendEmailVerification()
        #expect(try await submit(try await desk.newLink(), at: desk).status == 200)
        try await user.sendEmailVerification(beforeUpdatingEmail: "new@example.com")
        #expect(try await submit(try await desk.newLink(), at: desk).status == 200)
        try await app.signIn(email: "new@example.com", password: Ada.password)
        #expect(try await submit(try await desk.newLink(), at: desk).status == 200)
        try await app.signIn(email: Ada.email, password: Ada.password)
    }

    @Test(
        "forged Host, Forwarded and X-Forwarded-Host fields change no link, behind a trusted proxy too (security 4)"
    )
    func forgedHost() async throws {
        let mailed = try await MailedServer(
            options: ["--trusted-proxies", "127.0.0.1", "--base-url", "https://id.shop.example"]
        )
        _ = try await mailed.server.account("signUp", ["email": Ada.email, "password": Ada.password])
        let forgeries = [
            "Host: evil.example", "Host: id.shop.example\r\nX-Forwarded-Host: evil.example",
            """
            Host: id.shop.example\r
            X-Forwarded-For: 203.0.113.1\r
            X-Forwarded-Host: evil.example\r
            X-Forwarded-Proto: http\r
            X-Forwarded-Port: 81
            """,
            "Host: id.shop.example\r\nForwarded: for=203.0.113.1;host=evil.example;proto=http",
        ]
        let body = #"{"requestType":"PASSWORD_RESET","email":"\#(Ada.email)"}"#
        for (count, fields) in forgeries.enumerated() {
            let client = try RawClient(port: try #require(mailed.server.url.port))
            try await client.send(
                """
                POST /v1/accounts:sendOobCode?key=\(mailed.server.apiKey) HTTP/1.1\r
                \(fields)\r
                Content-Type: application/json\r
                Content-Length: \(body.utf8.count)\r
                \r
                \(body)
                """
            )
            #expect(try await client.response()?.status == 200, "\(fields)")
            let message = try await mailed.messages(count + 1)[count]
            let link = try #require(message.link)
            #expect(link.absoluteString.hasPrefix("https://id.shop.example/auth/action?"), "\(fields)")
            #expect(!message.raw.contains("evil.example"))
            try await client.send("GET \(MailedServer.path(of: link)) HTTP/1.1\r\n\(fields)\r\n\r\n")
            let page = try #require(try await client.response())
            #expect(page.status == 200 && !page.body.contains("evil.example"), "\(fields)")
        }
    }

    @Test("of 100 uses of one link over 100 connections, one signs in (security 18)")
    func concurrentUses() async throws {
        let desk = try await MailDesk()
        let server = desk.server
        try await desk.app().sendSignInLink(toEmail: Ada.email, settings: .app())
        let code = try await desk.newCode()
        let use = ["email": Ada.email, "oobCode": code]
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask { try await server.account("signInWithEmailLink", use).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 1, "\(statuses)")
    }
}
