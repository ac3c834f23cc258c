import CardeaSession
import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

struct ClassifierTests {
    func classification(
        _ classifier: ResponseRule,
        _ response: CardeaResponse
    ) -> ResponseClassification {
        classifier.classify(response, to: Fixture.request())
    }

    static let codes = ResponseRule.bodyCode(
        "rcode",
        expired: [30061, "TOKEN_EXPIRED"],
        signedOutElsewhere: [30062],
        rejected: ["403.7": .disabled]
    )

    static let bodies: [(String, ResponseClassification)] = [
        (#"{"rcode": 30061, "data": {"rcode": 0}}"#, .expired), (#"{"rcode":"30061"}"#, .expired),
        (#"{"rcode":"TOKEN_EXPIRED"}"#, .expired), (#"{"rcode":30062}"#, .rejected(.signedInElsewhere)),
        (#"{"rcode":"403.7"}"#, .rejected(.disabled)), (#"{"rcode":0}"#, .accepted),
        (#"{"data":{"rcode":30061}}"#, .accepted), (#"{"text":"\"rcode\":30061"}"#, .accepted),
        (#"{"rcode":30061"#, .accepted), ("rcode=30061", .accepted), ("", .accepted),
        (#"{"rcode":true}"#, .accepted), (#"[{"rcode":30061}]"#, .accepted),
    ]

    @Test("a code in a 200, a number or a text (X8)", arguments: bodies)
    func bodyCode(body: String, expected: ResponseClassification) {
        #expect(classification(Self.codes, CardeaResponse(status: 200, body: Data(body.utf8))) == expected)
    }

    @Test(
        "a path leads into objects (X8)",
        arguments: [
            (#"{"error":{"code":41}}"#, true), (#"{"code":41}"#, false), (#"{"error":41,"code":1}"#, false),
        ]
    )
    func path(body: String, isExpired: Bool) {
        let response = CardeaResponse(status: 200, body: Data(body.utf8))
        #expect((classification(.bodyCode("error.code", expired: [41]), response) == .expired) == isExpired)
    }

    @Test("a code in a header field")
    func header() {
        let classifier = ResponseRule.headerCode("x-token", expired: ["old"], signedOutElsewhere: [9])
        #expect(
            classification(classifier, CardeaResponse(status: 200, fields: ["x-token": "old"])) == .expired
        )
        let elsewhere = ResponseClassification.rejected(.signedInElsewhere)
        #expect(
            classification(classifier, CardeaResponse(status: 200, fields: ["x-token": "9"])) == elsewhere
        )
        #expect(classification(classifier, CardeaResponse(status: 401)) == .accepted)
    }

    static let invalid = #"Basic realm="error=invalid_token", Bearer error="invalid_token""#
    static let challenges: [(Int, String?, ResponseClassification)] = [
        (401, invalid, .expired), (403, invalid, .expired), (200, invalid, .accepted), (401, nil, .accepted),
        (401, #"Basic realm="error=invalid_token""#, .accepted),
        (401, "Bearer error=insufficient_scope", .accepted),
    ]

    @Test("errors in WWW-Authenticate", arguments: challenges)
    func challenge(status: Int, field: String?, expected: ResponseClassification) {
        var response = CardeaResponse(status: status)
        response.fields[.wwwAuthenticate] = field
        #expect(classification(.challenge(), response) == expected)
    }

    @Test("a step-up challenge is not an expired token (RFC 9470 §3)")
    func stepUp() {
        let field =
            #"Bearer error="insufficient_user_authentication", acr_values="gold silver", max_age="5""#
        let response = CardeaResponse(status: 401, fields: [.wwwAuthenticate: field])
        let expected = StepUpChallenge(acrValues: ["gold", "silver"], maxAge: .seconds(5))
        #expect(classification(.standard, response) == .stepUp(expected))
        #expect(classification(.standard, CardeaResponse(status: 401)) == .expired)
        #expect(classification(.standard, CardeaResponse(status: 403)) == .accepted)
    }

    @Test("put together by or and and")
    func composed() {
        let both = ResponseRule.status([401]).and(.challenge()).or(Self.codes)
        #expect(classification(both, CardeaResponse(status: 401)) == .accepted)
        let challenged = CardeaResponse(status: 401, fields: [.wwwAuthenticate: "Bearer error=invalid_token"])
        #expect(classification(both, challenged) == .expired)
        #expect(
            classification(both, CardeaResponse(status: 419, body: Data(#"{"rcode":30061}"#.utf8)))
                == .expired
        )
        #expect(classification(.status([401, 419]), CardeaResponse(status: 419)) == .expired)
    }

    static let tokens: [(Int, String?, String?)] = [
        (200, "Bearer abc", "abc"), (201, "bearer abc", "abc"), (200, "abc", "abc"), (200, nil, nil),
        (200, "Bearer ", nil), (200, "Bearer", nil), (200, "", nil), (200, "Bearer  abc", "abc"),
        (401, "Bearer abc", nil),
    ]

    @Test("a token in a response's header field (R7)", arguments: tokens)
    func issued(status: Int, field: String?, token: String?) {
        var response = CardeaResponse(status: status)
        response.fields[.authorization] = field
        let classifier = ResponseRule.issuedToken(
            in: .authorization,
            scheme: "Bearer",
            lifetime: .seconds(60)
        )
        let expected = token.map { SessionCredential(accessToken: SessionSecret($0), lifetime: .seconds(60)) }
        #expect(classification(classifier, response) == expected.map { .issued($0) } ?? .accepted)
    }

    @Test("the expiry of a JWT is read from the token")
    func jwt() {
        let token = "e30.eyJleHAiOjE4MDAwMDM2MDB9.c2ln"
        let response = CardeaResponse(status: 200, fields: ["x-access-token": token])
        guard case .issued(let credential) = classification(.issuedToken(in: "x-access-token"), response)
        else {
            Issue.record("nothing issued")
            return
        }
        #expect(credential.expiresAt == Date(timeIntervalSince1970: 1_800_003_600))
    }
}
