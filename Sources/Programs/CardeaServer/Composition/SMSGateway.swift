import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOutboundHTTP
import Foundation
import CardeaSecrets

/// The SMS gateway of the configuration: a webhook in the form of Standard Webhooks.
///
/// A request is a POST with a JSON body. `webhook-signature` is `v1,` and the Base64 of HMAC-SHA256 over
/// `webhook-id.webhook-timestamp.body`.
struct SMSGateway: MessageTransport {
    private let client: OutboundHTTPClient
    private let url: String
    private let key: HMACKey
    private let clock: any WallClock

    /// - Returns: `nil` if no gateway is configured.
    /// - Throws: If the file of the secret cannot be read, or others may read it.
    init?(
        _ configuration: CardeaServer.Configuration.SMS,
        clock: any WallClock
    ) throws(CardeaServer.StartError) {
        guard let url = configuration.url, let file = configuration.secretFile else { return nil }
        let secret = try SettingFile.secret(of: file, setting: "sms.secretFile", content: "secret")
        guard let bytes = Self.bytes(ofSecret: secret.reveal()) else {
            throw CardeaServer.StartError(
                .other,
                "sms.secretFile: whsec_ must be followed by Base64. \(Self.advice)"
            )
        }
        guard bytes.count >= 24 else {
            throw CardeaServer.StartError(
                .other,
                "sms.secretFile: the secret must have at least 24 bytes. \(Self.advice)"
            )
        }
        var settings = OutboundConfiguration()
        settings.allowsPrivateNetworks = configuration.allowPrivateNetworks
        settings.allowsPlainHTTP = configuration.isPlain
        settings.certificateAuthorities = configuration.certificateAuthorities
        settings.timeout = configuration.timeout
        try SettingFile.checkReadable(
            configuration.certificateAuthorities,
            setting: "sms.certificateAuthorities"
        )
        client = OutboundHTTPClient(settings)
        key = HMACKey(bytes)
        self.url = url
        self.clock = clock
    }

    private static let advice = "Make one: echo \"whsec_$(openssl rand -base64 32)\""

    /// The key: the bytes whose Base64 follows `whsec_`, as Standard Webhooks writes secrets, or the bytes of the line.
    ///
    /// - Returns: `nil` if the text behind `whsec_` is not Base64.
    private static func bytes(ofSecret line: String) -> [UInt8]? {
        let prefix = "whsec_"
        return line.hasPrefix(exact: prefix)
            ? Base64.decode(line.utf8.dropFirst(prefix.utf8.count)) : Array(line.utf8)
    }

    func send(_ message: OutgoingTextMessage) async throws(DeliveryError) {
        let request = request(for: message)
        let response: OutboundResponse
        do throws(OutboundHTTPError) {
            response = try await client.send(request)
        } catch {
            throw DeliveryError(
                isPermanent: false,
                reason: error.rawValue,
                description: error.advice
            )
        }
        guard !(200..<300).contains(response.status) else { return }
        throw DeliveryError(
            // Others are errors of the operator or of the gateway, which pass.
            isPermanent: [400, 410, 422].contains(response.status),
            reason: "status",
            code: response.status,
            pause: response.retryAfter.map { .seconds(Int64($0)) },
            description:
                "The SMS gateway responded with status \(response.status): check sms.url and its log."
        )
    }

    private func request(for message: OutgoingTextMessage) -> OutboundRequest {
        let body = message.json
        let timestamp = String(clock.now().seconds)
        let signed = Array("\(message.id.rawValue).\(timestamp).".utf8) + body
        // 32 bytes need one sign of padding.
        let signature = Base64.encodeUnpadded(key.authenticate(signed)) + "="
        return OutboundRequest(
            "POST",
            url,
            fields: [
                ("Content-Type", "application/json"), ("webhook-id", message.id.rawValue),
                ("webhook-timestamp", timestamp), ("webhook-signature", "v1," + signature),
            ],
            body: body
        )
    }
}

extension OutgoingTextMessage {
    fileprivate var json: [UInt8] {
        var json = JSONText(capacity: 512)
        json.object { json in
            json.member("id", id.rawValue)
            json.member("to", recipient)
            json.member("text", text)
            json.member("code", code.reveal())
            json.member("purpose", purpose.rawValue)
            json.member("language", language)
            json.member("project", project.rawValue)
            if let tenant { json.member("tenant", tenant.rawValue) }
            json.member("expiresAt", expiresAt.seconds)
        }
        return json.bytes
    }
}

extension OutboundHTTPError {
    /// The error and its remedy, for the operator.
    fileprivate var advice: String {
        switch self {
        case .invalidURL: "The address of the SMS gateway is invalid: check sms.url."
        case .invalidRequest: "A header field of the request has characters that are not allowed."
        case .unknownHost: "The name of the SMS gateway has no address: check sms.url."
        case .unreachable: "The SMS gateway accepts no connection: check sms.url and the firewall."
        case .forbiddenAddress:
            "The SMS gateway has a private address: check sms.url, or set sms.allowPrivateNetworks."
        case .tls:
            "TLS with the SMS gateway failed: its certificate must be valid for the host of sms.url and signed by an "
                + "authority of the system or of sms.certificateAuthorities."
        case .timeout: "The SMS gateway did not respond in time."
        case .disconnected: "The SMS gateway closed the connection before it had responded."
        case .responseTooLarge: "The response of the SMS gateway is too large: check sms.url."
        case .cancelled: "The server was stopped before the SMS gateway had responded."
        case .other: "The message was not sent."
        }
    }
}
