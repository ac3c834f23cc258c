import Foundation
import Testing

/// The converters of `Examples/Converters`, on exports of the real systems.
@Suite("Converters of users from other systems", .timeLimit(.minutes(5)))
struct ConverterTests {
    /// The files of an export, and what becomes of its users.
    struct Export: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let files: [String]
        let lines: [String]
        let losses: [String]
    }

    private static let password = "correct horse é"

    static let exports = [
        Export(
            testDescription: "keycloak",
            files: [
                #"""
                {"realm":"shop","enabled":true,"identityProviders":[{"alias":"g","providerId":"google"}],"users":[
                {"id":"3e1f-1","createdTimestamp":1700000000000,"username":"ann","enabled":true,"totp":true,"emailVerified":true,
                "firstName":"Ann","lastName":"Smith","email":"ann@example.com","attributes":{"locale":["de"]},
                "credentials":[{"id":"c1","type":"password","userLabel":"My password","createdDate":1700000000123,
                "secretData":"{\"value\":\"62qadz99j4W27MVkDEFHKAleh9itLxSlX1mHxGAKpfmmYQKUdaLEKeZwGZzFiIm2SCLjnalcbJ7rk+7Sj89izQ==\",\"salt\":\"EcJTUG5tqMoE/PM79yX9SQ==\",\"additionalParameters\":{}}",
                "credentialData":"{\"hashIterations\":27500,\"algorithm\":\"pbkdf2-sha256\",\"additionalParameters\":{}}"},
                {"id":"c2","type":"otp","createdDate":1700000000124,"secretData":"{\"value\":\"x\"}","credentialData":"{}"}],
                "disableableCredentialTypes":[],"requiredActions":[],"federatedIdentities":[{"identityProvider":"g","userId":"1093","userName":"ann"}],
                "realmRoles":["default-roles-shop","editor"],"clientRoles":{"account":["manage"]},"notBefore":0,"groups":["/staff"]}]}
                """#,
                #"""
                {"realm":"shop","users":[
                {"id":"3e1f-2","username":"bob@example.com","enabled":true,"emailVerified":false,"email":"bob@example.com",
                "credentials":[{"type":"password","secretData":"{\"value\":\"Vx2BBkTns5IAN4DlIL86DtFrMXHq6bx71Xu2SeSTCy5zd3XRcvA9ierKRbI/O6+nqDZh/dHcz9jHbrzSYnTYaA==\",\"salt\":\"P+eiRoBZ+N/EgHpWNnCtmA==\"}",
                "credentialData":"{\"hashIterations\":210000,\"algorithm\":\"pbkdf2-sha512\"}"}]},
                {"id":"3e1f-3","username":"cyd","enabled":true,"email":"cyd@example.com","credentials":[{"type":"password",
                "secretData":"{\"value\":\"AvR47INWtYkHRNcRNT6UeQBClZVu+LOWVFFU97Kw0wk=\",\"salt\":\"EElNFViuV2WaXD0qTZczmA==\",\"additionalParameters\":{}}",
                "credentialData":"{\"hashIterations\":5,\"algorithm\":\"argon2\",\"additionalParameters\":{\"hashLength\":[\"32\"],\"memory\":[\"7168\"],\"type\":[\"id\"],\"version\":[\"1.3\"],\"parallelism\":[\"1\"]}}"}]},
                {"id":"3e1f-4","username":"dan","enabled":true,"email":"dan@example.com","credentials":[{"type":"password",
                "hashedSaltedValue":"nL1unvFIV1+qrJOq4JE+4fjq1aiQeIhrTjJv8r+y39DqDWgpDvOCZe4q+84hrWBbQKQsu7xptLG5aFef9syBUQ==",
                "salt":"M9i9ufG/Z6dGe8pZ7MsYsA==","hashIterations":20000,"algorithm":"pbkdf2"}]},
                {"id":"3e1f-5","username":"eve","enabled":false,"credentials":[]},
                {"id":"3e1f-6","username":"service-account-back","enabled":true,"serviceAccountClientId":"back"}]}
                """#,
            ],
            lines: [
                #"{"id":"3e1f-1","email":"ann@example.com","emailVerified":true,"#,
                #""displayName":"Ann Smith","userName":"ann","#, #""passwordChangedAt":1700000000123,"#,
                #""customClaims":"{\"roles\":[\"editor\"],\"clientRoles\":{\"account\":[\"manage\"]},\"groups\":[\"/staff\"]}""#,
                #""createdAt":1700000000000,"#, #""providers":[{"id":"google.com","subject":"1093"}]"#,
                #"{"id":"3e1f-5","userName":"eve","disabled":true,"#,
            ],
            losses: [
                "5 users are converted, 0 are not.", "attributes (1 users)", "the type otp (1 users)",
                "service accounts of clients (1 users)",
            ]
        ),
        Export(
            testDescription: "auth0",
            files: [
                #"""
                {"user_id":"auth0|5f7c8ec7","email":"ann@example.com","email_verified":true,"name":"Ann Smith","given_name":"Ann","nickname":"ann","picture":"https://s.gravatar.com/avatar/x.png","created_at":"2020-10-06T15:34:49.502Z","updated_at":"2021-03-05T16:34:49.502Z","last_login":"2021-03-05T16:34:49.502Z","identities":[{"user_id":"5f7c8ec7","provider":"auth0","connection":"Username-Password-Authentication","isSocial":false},{"user_id":1093,"provider":"google-oauth2","connection":"google-oauth2","isSocial":true,"profileData":{"email":"ann@example.com","name":"Ann"}}],"app_metadata":{"plan":"gold"},"user_metadata":{"colour":"red"},"multifactor":["guardian"]}
                {"user_id":"auth0|5f7c8ec8","email":"bob@example.com","email_verified":false,"name":"bob@example.com","blocked":false,"created_at":"2020-10-06T15:34:49Z","identities":[{"user_id":"5f7c8ec8","provider":"auth0","connection":"Username-Password-Authentication","isSocial":false}]}
                {"user_id":"sms|77","phone_number":"+491701234567","phone_verified":true,"blocked":true,"name":"+491701234567","created_at":"2020-10-06T15:34:49.502Z","identities":[{"user_id":"77","provider":"sms","connection":"sms","isSocial":false}]}
                """#,
                #"""
                {"_id":{"$oid":"5f7c8ec7"},"email_verified":true,"email":"ann@example.com","passwordHash":"$2b$10$abcdefghijklmnopqrstuuZ0/Np6wnpEpZKqYj9XzXobghV5xdBGG","password_set_date":{"$date":"2021-03-05T16:34:49.502Z"},"tenant":"dev","connection":"Username-Password-Authentication","_tmp_is_unique":true}
                {"_id":{"$oid":"5f7c8ec8"},"email_verified":false,"email":"bob@example.com","passwordHash":"$2b$10$abcdefghijklmnopqrstuuZ0/Np6wnpEpZKqYj9XzXobghV5xdBGG","tenant":"dev","connection":"Username-Password-Authentication"}
                """#,
            ],
            lines: [
                #"{"id":"auth0|5f7c8ec7","email":"ann@example.com","emailVerified":true,"displayName":"Ann Smith","#,
                #""passwordChangedAt":1614962089502,"customClaims":"{\"app_metadata\":{\"plan\":\"gold\"}}","#,
                #""createdAt":1601998489502,"lastSignedInAt":1614962089502,"#,
                #""providers":[{"id":"google.com","subject":"1093","email":"ann@example.com","displayName":"Ann"}]"#,
                #"{"id":"sms|77","displayName":"+491701234567","phoneNumber":"+491701234567","disabled":true,"#,
            ],
            losses: [
                "3 users are converted, 0 are not.", "user_metadata (1 users)", "second factors (1 users)",
                "first and last names as two fields (1 users)",
            ]
        ),
        Export(
            testDescription: "supabase",
            files: [
                #"""
                {"instance_id":"00000000-0000-0000-0000-000000000000","id":"7a1c-1","aud":"authenticated","role":"authenticated","email":"ann@example.com","encrypted_password":"$2a$10$ABCDEFGHIJKLMNOPQRSTUurmy/.bY/G.1aazYcZSkIJn4fjmqTxlO","email_confirmed_at":"2023-05-01T12:34:56.123456+00:00","last_sign_in_at":"2024-01-02T03:04:05.5+00:00","raw_app_meta_data":{"provider":"email","providers":["email","google"],"plan":"gold"},"raw_user_meta_data":{"full_name":"Ann \"A\" Smith","avatar_url":"https://example.com/a.png","colour":"red"},"created_at":"2023-05-01T12:34:56+00:00","phone":"491701234567","phone_confirmed_at":"2023-05-01T12:34:56+00:00","banned_until":null,"deleted_at":null,"is_anonymous":false,"identities":[{"provider_id":"7a1c-1","user_id":"7a1c-1","identity_data":{"sub":"7a1c-1","email":"ann@example.com"},"provider":"email"},{"provider_id":"1093","user_id":"7a1c-1","identity_data":{"sub":"1093","email":"ann@example.com","name":"Ann"},"provider":"google"}],"factors":1}
                {"id":"7a1c-2","role":"authenticated","email":"bob@example.com","encrypted_password":"$2a$10$ABCDEFGHIJKLMNOPQRSTUurmy/.bY/G.1aazYcZSkIJn4fjmqTxlO","email_confirmed_at":null,"raw_app_meta_data":{"provider":"email","providers":["email"]},"raw_user_meta_data":{},"created_at":"2023-05-01T12:34:56+00:00","phone":null,"identities":[],"factors":0}
                {"id":"7a1c-3","role":"authenticated","email":"","encrypted_password":"","raw_app_meta_data":null,"raw_user_meta_data":null,"created_at":"2023-05-01T12:34:56+00:00","phone":"","banned_until":"2999-01-01T00:00:00+00:00","identities":[],"factors":0}
                {"id":"7a1c-4","deleted_at":"2023-05-01T12:34:56+00:00"}
                """#
            ],
            lines: [
                #"{"id":"7a1c-1","email":"ann@example.com","emailVerified":true,"displayName":"Ann \"A\" Smith","photoURL":"https://example.com/a.png","phoneNumber":"+491701234567","#,
                #""customClaims":"{\"app_metadata\":{\"plan\":\"gold\"}}","createdAt":1682944496000,"lastSignedInAt":1704164645500,"#,
                #""providers":[{"id":"google.com","subject":"1093","email":"ann@example.com","displayName":"Ann"}]"#,
                #"{"id":"7a1c-3","disabled":true,"#,
            ],
            losses: [
                "3 users are converted, 0 are not.", "user_metadata (1 users)", "second factors (1 users)",
                "users that are deleted (1 users)",
            ]
        ),
    ]

    private static let converters = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Examples/Converters").standardizedFileURL.path

    @Test(
        "the users of an export are imported, their data are kept, and they sign in with their passwords",
        arguments: exports
    )
    func signIn(export: Export) async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        let files = try export.files.enumerated().map { try directory.file("export\($0).json", $1) }
        let script = "\(Self.converters)/\(export.testDescription).py"
        let converted = try await ChildProcess.run("/usr/bin/python3", [script] + files)
        #expect(converted.exitCode == 0, "\(converted.errors)")
        for loss in export.losses { #expect(converted.errors.contains(loss), "\(converted.errors)") }

        let imported = try await Program.run("user import - --data \(data)", input: converted.output)
        #expect(imported.exitCode == 0, "\(imported)")
        #expect(imported.errors.contains("at 'google.com', which is not configured"), "\(imported.errors)")
        let lines = try await Program.run("user export --data \(data)").output
        for line in export.lines { #expect(lines.contains(line), "\(line)\n\(lines)") }

        let addresses = lines.matches(
            of: /"email":"([a-z]+@example.com)","?(?:emailVerified|displayName|userName|passwordHash)/
        )
        #expect(addresses.count >= 2, "\(lines)")
        for address in addresses {
            let credentials = ["email": String(address.1), "password": Self.password]
            let signedIn = try await server.account("signInWithPassword", credentials)
            #expect(signedIn["email"] == String(address.1), "\(signedIn.error ?? "")")
        }
        #expect(await server.stop() == 0)
    }

    @Test("a converter names a user that it does not understand, and converts the others")
    func unknownHash() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file(
            "realm.json",
            #"""
            {"users":[{"id":"a","credentials":[{"type":"password","algorithm":"md5","hashIterations":1,"salt":"","hashedSaltedValue":""}]},
            {"id":"b","credentials":7},{"id":"c"}]}
            """#
        )
        let outcome = try await ChildProcess.run(
            "/usr/bin/python3",
            ["\(Self.converters)/keycloak.py", file]
        )
        #expect(outcome.exitCode == 1 && outcome.output == "{\"id\":\"c\"}\n", "\(outcome)")
        #expect(outcome.errors.contains("a: the function of the password hash is unknown"), "\(outcome)")
        #expect(outcome.errors.contains("b: the entry is not understood"), "\(outcome)")
    }

    @Test(
        "an account at a provider is converted with the provider's own ID, or is reported as not converted",
        arguments: [
            (
                "keycloak",
                #"""
                {"identityProviders":[{"alias":"s","providerId":"saml"},{"alias":"a b","providerId":"oidc"},{"alias":"acme","providerId":"oidc"}],
                "users":[{"id":"a","federatedIdentities":[{"identityProvider":"s","userId":"1"},{"identityProvider":"a b","userId":"2"},
                {"identityProvider":"acme","userId":"3"}]}]}
                """#,
                #"{"id":"a","providers":[{"id":"oidc.acme","subject":"3"}]}"#,
                ["accounts at SAML providers (1 users)", "accounts at the provider a b, whose alias"]
            ),
            (
                "auth0",
                #"""
                [{"user_id":"oidc|acme|x|z","identities":[{"provider":"oidc","connection":"acme","user_id":"acme|x|z"},
                {"provider":"oauth2","connection":"other","user_id":"77"},{"provider":"oidc","connection":"é","user_id":"1"}]}]
                """#,
                #"{"id":"oidc|acme|x|z","providers":[{"id":"oidc.acme","subject":"x|z"},{"id":"oidc.other","subject":"77"}]}"#,
                ["accounts at the connection é, whose name"]
            ),
        ]
    )
    func accounts(converter: String, text: String, line: String, losses: [String]) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("export.json", text)
        let outcome = try await ChildProcess.run(
            "/usr/bin/python3",
            ["\(Self.converters)/\(converter).py", file]
        )
        #expect(outcome.exitCode == 0 && outcome.output == line + "\n", "\(outcome)")
        for loss in losses { #expect(outcome.errors.contains("Not converted: \(loss)"), "\(outcome)") }
    }

    @Test(
        "a damaged file is named with the line or the element, and nothing is converted",
        arguments: [
            ("auth0", "{\"user_id\":\"a\"}\n{\"user_id\":", "line 2"),
            ("auth0", "{\"user_id\":\"a\"}\n7", "line 2"),
            ("auth0", "[{\"user_id\":\"a\"},7]", "the list[1]"),
            ("supabase", "{\"id\":\"a\"}\n{\"id\"", "line 2"),
            ("supabase", "[\n{\"id\":\"a\"},", "line 2"),
            ("keycloak", "{\"users\":[{\"id\":\"a\"},7]}", "users[1]"),
            ("keycloak", "{\"users\":\n[{\"id\"", "line 2"), ("keycloak", "[]", "not one JSON object"),
        ]
    )
    func damaged(converter: String, text: String, place: String) async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("export.json", text)
        let outcome = try await ChildProcess.run(
            "/usr/bin/python3",
            ["\(Self.converters)/\(converter).py", file]
        )
        #expect(outcome.exitCode == 2 && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.contains("\(file)") && outcome.errors.contains(place), "\(outcome)")
        #expect(!outcome.errors.contains("Traceback"), "\(outcome)")
    }
}
