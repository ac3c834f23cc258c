import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import Testing

/// The callers and the forms of a body that are allowed.
@Suite struct RequestRulesTests {
    @Test(
        "an API key names the project, in the query or a field",
        arguments: [
            Request(.post, "/v1/accounts:signUp", query: "key=demo-key"),
            Request(.post, "/v1/accounts:signUp", fields: ["x-goog-api-key": "demo-key"]),
            Request(.post, "/v1/accounts:signUp", query: "alt=json&key=demo%2Dkey"),
            Request(
                .post,
                "/v1/accounts:signUp",
                query: "key=demo-key",
                fields: ["authorization": "Basic b3duZXI="]
            ),
        ]
    )
    func apiKeyNames(_ request: Request) async throws {
        let response = try await APIServer().send(request)
        #expect(response.status == 200, "\(response.text)")
    }

    @Test("a request without an API key gets 403", arguments: [nil, ""])
    func withoutAPIKey(_ key: String?) async throws {
        let response = try await APIServer().call("signUp", [:], key: key)
        let message: JSONValue = "The request is missing a valid API key."
        let expected: JSONValue = [
            "error": [
                "code": 403,
                "message": message,
                "errors": [["message": message, "reason": "forbidden", "domain": "global"]],
                "status": "PERMISSION_DENIED",
            ]
        ]
        #expect(response.status == 403)
        #expect(response.json == expected)
    }

    @Test("an unknown API key is rejected")
    func unknownAPIKey() async throws {
        let response = try await APIServer().call("signUp", [:], key: "nobody's")
        #expect(response.status == 400)
        #expect(response.errorMessage == "API key not valid. Please pass a valid API key.")
    }

    @Test("a bearer token that is not an administrator's is rejected")
    func bearerTokenAdministrator() async throws {
        let response = try await APIServer().call("signUp", [:], fields: [.authorization: "Bearer owner"])
        #expect(response.status == 401)
        #expect(response["error"]?["status"] == "UNAUTHENTICATED")
        #expect(response.fields[.wwwAuthenticate] == "Bearer")
    }

    @Test("the error names an unknown field")
    func unknownFieldNamed() async throws {
        let response = try await APIServer().call("signUp", ["emial": "ada@example.com"])
        let message: JSONValue = #"Invalid JSON payload received. Unknown name "emial": Cannot find field."#
        let expected: JSONValue = [
            "error": [
                "code": 400,
                "message": message,
                "errors": [["message": message, "reason": "invalid", "domain": "global"]],
                "status": "INVALID_ARGUMENT",
            ]
        ]
        #expect(response.json == expected)
    }

    @Test(
        "fields are read as protocol buffers do",
        arguments: [
            #"{"email":"ada@example.com","password":"correct horse","return_secure_token":true,"display_name":"Ada"}"#,
            #"{"email":"ada@example.com","password":"correct horse","returnSecureToken":"true","displayName":"Ada"}"#,
            #"{"email":"ada@example.com","password":"correct horse","idToken":null,"displayName":"Ada"}"#,
            #"{"email":"ada@example.com","password":9172635480,"display_name":"Ada","client_type":1}"#,
            #"{"email":"ada@example.com","password":"correct horse","accessTokenLifetime":"60","displayName":"Ada"}"#,
            #"{"accessTokenLifetime":60.0,"displayName":"Ada"}"#,
            #"{"accessTokenLifetime":6e1,"displayName":"Ada"}"#,
            #"{"idToken":"","localId":"","tenantId":"","target_project_id":"","displayName":"Ada"}"#,
        ]
    )
    func fieldsReadProtocol(_ body: String) async throws {
        let request = Request(.post, "/v1/accounts:signUp", query: "key=demo-key", body: Array(body.utf8))
        let response = try await APIServer().send(request)
        #expect(response.status == 200, "\(response.text)")
        #expect(response["displayName"] == "Ada")
    }

    @Test(
        "a body in another form is rejected",
        arguments: [
            (#"{"email":true}"#, "Invalid value at 'email' (TYPE_STRING)"),
            (#"{"email":["a"]}"#, "Invalid value at 'email' (TYPE_STRING)"),
            (#"{"return_secure_token":true,"disabled":7}"#, "Invalid value at 'disabled' (TYPE_BOOL)"),
            (#"{"accessTokenLifetime":60.5}"#, "Invalid value at 'accessTokenLifetime' (TYPE_INT64)"),
            (#"{"accessTokenLifetime":1e99}"#, "Invalid value at 'accessTokenLifetime' (TYPE_INT64)"),
            (#"{"accessTokenLifetime":"soon"}"#, "Invalid value at 'accessTokenLifetime' (TYPE_INT64)"),
            (
                #"{"idToken":"a","id_token":"b"}"#,
                #"Invalid JSON payload received. Field "idToken" is given twice."#
            ),
            (#"{"email":"a","email":"b"}"#, "Invalid JSON payload received. Field \"email\" is given twice."),
            ("[]", "Invalid JSON payload received. Expected one JSON object."),
            ("email=a", "Invalid JSON payload received. Expected one JSON object."),
            (#"{"email":"a"}}"#, "Invalid JSON payload received. Expected one JSON object."),
            (#"{"email":"\ud800"}"#, "Invalid JSON payload received. Expected one JSON object."),
        ]
    )
    func bodyDoesFit(_ body: String, _ message: String) async throws {
        let request = Request(.post, "/v1/accounts:signUp", query: "key=demo-key", body: Array(body.utf8))
        let response = try await APIServer().send(request)
        #expect(response.status == 400)
        #expect(response.errorMessage == message)
        #expect(response["error"]?["status"] == "INVALID_ARGUMENT")
    }

    @Test("an empty token counts as missing", arguments: ["lookup", "update", "delete"])
    func emptyTokenNone(_ operation: String) async throws {
        let response = try await APIServer().call(operation, ["idToken": ""])
        #expect(response.errorMessage == "MISSING_ID_TOKEN")
    }

    @Test("JSON nests only so deep (security 20)")
    func jsonNestsOnly() async throws {
        let body = String(repeating: #"{"a":"#, count: 50_000) + "1" + String(repeating: "}", count: 50_000)
        let request = Request(.post, "/v1/accounts:signUp", query: "key=demo-key", body: Array(body.utf8))
        #expect(try await APIServer().send(request).status == 400)
    }

    @Test(
        "a lifetime out of range is rejected (security 20)",
        arguments: [
            ("9223372036854775807", "INVALID_DURATION"), ("0", "INVALID_DURATION"),
            ("-1", "INVALID_DURATION"),
        ]
    )
    func lifetimeCannotMeant(
        _ lifetime: String,
        _ message: String
    ) async throws {
        let response = try await APIServer().call("signUp", ["accessTokenLifetime": .string(lifetime)])
        #expect(response.errorMessage == message)
    }

    @Test("a path without an operation gets an error in the form of the protocol")
    func pathLeadsNowhere() async throws {
        let server = try await APIServer()
        let lost = await server.call("signInWithTelepathy", [:])
        #expect(lost.status == 404)
        #expect(lost["error"]?["code"] == 404)
        let misused = await server.get("/v1/accounts:signUp", query: "key=demo-key")
        #expect(misused.status == 405)
        #expect(misused.fields["allow"] == "OPTIONS, POST")
    }
}
