import CardeaEncodings
import CardeaSession
import Testing

struct AuthenticationChallengeTests {
    static let fields: [([String], [(String, [ExactText: String])])] = [
        ([#"Bearer"#], [("bearer", [:])]),
        (
            [#"Bearer realm="a, \"b\" =", error=invalid_token"#],
            [("bearer", ["realm": #"a, "b" ="#, "error": "invalid_token"])]
        ),
        // The example of RFC 9110 §11.6.1.
        (
            [#"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#],
            [
                ("basic", ["realm": "simple"]),
                ("newauth", ["realm": "apps", "type": "1", "title": #"Login to "apps""#]),
            ]
        ),
        (
            ["Negotiate YWJj==, DPoP algs=\"ES256\"", "Basic"],
            [("negotiate", ["": "YWJj=="]), ("dpop", ["algs": "ES256"]), ("basic", [:])]
        ),
        (
            ["Negotiate, Bearer ERROR = \"x\" , , scope=\"a b\""],
            [("negotiate", [:]), ("bearer", ["error": "x", "scope": "a b"])]
        ),
        ([#"Bearer error="unterminated"#], [("bearer", [:])]),
        (["", ",,", "=x"], []),
    ]

    @Test("several challenges in one field, quoted texts, token68 (RFC 9110 §11.6.1)", arguments: fields)
    func parse(values: [String], expected: [(String, [ExactText: String])]) {
        let challenges = AuthenticationChallenge.parse(values)
        #expect(challenges.map(\.scheme) == expected.map(\.0))
        #expect(challenges.map(\.parameters) == expected.map(\.1))
    }
}
