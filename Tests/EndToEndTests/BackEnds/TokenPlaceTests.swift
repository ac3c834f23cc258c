import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// Where the token travels, as a server sees it that wants it there and nowhere else.
struct TokenPlaceTests {
    struct Place: Sendable, CustomTestStringConvertible {
        let path: String
        let authorizer: any RequestAuthorizer
        var type: String?
        var body: String?
        /// The body as the server gets it, with the token that it carries.
        var sent = ""
        var testDescription: String { path }
    }

    static let places = [
        Place(path: "query", authorizer: .query("access_token")),
        Place(
            path: "form",
            authorizer: .form("access_token"),
            type: "application/x-www-form-urlencoded",
            body: "a=%C3%A9+1&access_token=old&b=2",
            sent: "a=%C3%A9+1&b=2&access_token=TOKEN"
        ),
        Place(
            path: "json",
            authorizer: .jsonField("access_token"),
            type: "application/json; charset=utf-8",
            body: #"{"a": 1e2, "access_token": "old", "b": ["é"]}"#,
            sent: #"{"a": 1e2,"b": ["é"],"access_token":"TOKEN"}"#
        ),
        Place(path: "bare", authorizer: .bareToken),
        Place(path: "header", authorizer: .header("x-token")),
    ]

    @Test(
        "a replay carries the new token where the old one was, and all else as it was (X9, R3)",
        arguments: places
    )
    func replayed(place: Place) async throws {
        let setting = try await CallSetting(authorizer: place.authorizer)
        _ = try await setting.server.send(.post, "/expire")
        var request = setting.request(.post, place.path, number: 7)
        request.fields[.contentType] = place.type
        request.body = place.body.map { Data($0.utf8) }
        let reply = Reply(try await setting.engine.data(for: request))
        #expect(reply["n"] == "7")
        #expect(reply["request"]?.hasSuffix("\n" + place.sent) == true, "\(reply["request"] ?? "")")
        let expected = [
            "POST /\(place.path) 401 token 1", "POST /token 200 refresh 1",
            "POST /\(place.path) 200 token 2",
        ]
        #expect(try await setting.server.log == expected)
    }

    @Test("after a refresh the profile is read and stored before the held requests go on (X10)")
    func profile() async throws {
        let setting = try await CallSetting(profileReader: { server in
            { credential in
                var request = CardeaRequest(.get, server.url.appending(path: "me"))
                request.fields[.authorization] = "Bearer \(credential.accessToken.reveal())"
                let reply = Reply(try await SystemTransport().send(request))
                return UserProfile(userID: "ada", displayName: reply["name"])
            }
        })
        setting.clock.advance(by: .seconds(700))
        #expect(await setting.atOnce(.get, "things").areOwnResponses)
        let log = try await setting.server.log
        #expect(Array(log.prefix(2)) == ["POST /token 200 refresh 1", "GET /me 200 token 2"])
        #expect(log.count == 22)
        let profile = UserProfile(userID: "ada", displayName: "Ada token 2")
        #expect(setting.engine.state == .signedIn(profile))
        #expect(try await setting.store.load()?.credential.profile == profile)
    }
}
