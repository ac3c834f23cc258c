import CardeaSession
import CardeaCurlTransport
import DeviceUnderTest
import Foundation
import CardeaHTTPMessages

/// `cardea serve`, which forgives as little.
struct RealCampaignServer: CampaignServer {
    private let serve: ServeProcess
    private let device: DeviceUnderTest
    private let curl = CurlTransport()

    init(_ serve: ServeProcess) {
        self.serve = serve
        device = DeviceUnderTest(server: serve.url, apiKey: serve.apiKey)
    }

    var origin: WebOrigin? { WebOrigin(serve.url) }
    var transport: any HTTPTransport { curl }
    var authorizer: any RequestAuthorizer { device.authorizer }
    var classifier: ResponseRule { device.classifier }
    var accounts: Accounts { Accounts(server: serve.url, apiKey: serve.apiKey) }
    var rejection: CardeaResponse {
        CardeaResponse(status: 400, body: Data(#"{"error":{"message":"TOKEN_EXPIRED"}}"#.utf8))
    }
    var reuses: Int { serve.reuses }
    var rotations: Int? { nil }
    var thefts: Counter { serve.thefts }

    func refresher(over transport: any HTTPTransport) -> any CredentialRefresher {
        device.refresher(over: transport)
    }

    func request(_ marker: Int) -> CardeaRequest {
        var request = device.whoAmI
        request.fields["x-request-id"] = "\(marker)"
        return request
    }

    func isMarked(_ request: CardeaRequest) -> Bool { request.fields["x-request-id"] != nil }

    func reading(_ response: CardeaResponse) -> (user: String, marker: String)? {
        struct Message: Decodable {
            struct User: Decodable { let localId: String }
            let users: [User]
        }
        guard let message = try? JSONDecoder().decode(Message.self, from: response.body),
            let user = message.users.first, let marker = response.fields["x-request-id"]
        else { return nil }
        return (user.localId, marker)
    }

    func administer(_ act: AdministratorsAct, on user: String) async -> Bool {
        await serve.administer(act, on: user)
    }

    func restart() async { await serve.restart() }
}
