import Cardea
import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// The client's messages and errors of phone numbers.
@Suite struct PhoneTests {
    private static func response(_ json: String, status: Int = 200) -> Result<CardeaResponse, TransportError>
    {
        .success(CardeaResponse(status: status, body: Data(json.utf8)))
    }

    private func client(
        _ responses: Result<CardeaResponse, TransportError>...
    ) throws -> (CardeaClient, ScriptedTransport) {
        let transport = ScriptedTransport(responses: responses)
        let server = try #require(URL(string: "https://id.example.com"))
        let client = CardeaClient(
            .init(server: .cardea(server), apiKey: "key", store: InMemoryStore(), transport: transport)
        )
        return (client, transport)
    }

    private func body(_ request: CardeaRequest?) throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: try #require(request?.body))
    }

    @Test("a code is sent, kept by the app, and signs in to the tenant of the verification (U6)")
    func signIn() async throws {
        let (client, transport) = try client(
            Self.response(#"{"sessionInfo":"session-1"}"#),
            Self.response(
                #"{"localId":"ada","phoneNumber":"+4915112345678","idToken":"a.b.c","refreshToken":"r","expiresIn":"3600"}"#
            ),
            Self.response(#"{"users":[{"localId":"ada","phoneNumber":"+4915112345678"}]}"#)
        )
        let sent = try await client.sendVerificationCode(toPhoneNumber: "+49 151 12345678", tenantID: "acme")
        #expect(sent.verificationID == "session-1" && sent.tenantID == "acme")
        let kept = try JSONDecoder().decode(PhoneVerification.self, from: try JSONEncoder().encode(sent))
        let user = try await client.signIn(with: kept, code: "123456")
        #expect(user.uid == "ada" && user.phoneNumber == "+4915112345678" && !user.isAnonymous)
        #expect(user.tenantID == "acme" && client.tenantID == nil)
        let requests = transport.requests
        #expect(
            requests.map { $0.url.lastPathComponent }.prefix(2) == [
                "accounts:sendVerificationCode", "accounts:signInWithPhoneNumber",
            ]
        )
        #expect(try body(requests.first) == ["phoneNumber": "+49 151 12345678", "tenantId": "acme"])
        let signIn = [
            "sessionInfo": "session-1", "code": "123456", "operation": "SIGN_UP_OR_IN", "tenantId": "acme",
        ]
        #expect(try body(requests.dropFirst().first) == signIn)
    }

    @Test(
        "errors of phone numbers have separate codes",
        arguments: [
            ("INVALID_PHONE_NUMBER : Invalid format.", CardeaError.Code.invalidPhoneNumber),
            ("INVALID_CODE", .invalidVerificationCode), ("SESSION_EXPIRED", .verificationExpired),
            ("PHONE_NUMBER_EXISTS", .phoneNumberAlreadyInUse),
        ]
    )
    func errors(message: String, code: CardeaError.Code) async throws {
        let (client, _) = try client(
            Self.response(#"{"error":{"code":400,"message":"\#(message)"}}"#, status: 400)
        )
        let verification = PhoneVerification(phoneNumber: "+1", verificationID: "session-1")
        #expect(await failure { try await client.signIn(with: verification, code: "1") }?.code == code)
    }
}
