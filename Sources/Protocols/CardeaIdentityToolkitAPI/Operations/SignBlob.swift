import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations

extension ToolkitOperation {
    /// The way in which Google's admin SDKs make custom tokens if they have no private key (IAM Service Account
    /// Credentials API).
    static var signBlob: Self {
        Operation(
            "serviceAccounts.signBlob",
            "Signs bytes with a key that the server keeps for a service account of the administrator's project.",
            paths: [
                PathForm(
                    "/v1/projects/-/serviceAccounts/{account}:signBlob",
                    host: "iamcredentials.googleapis.com"
                )
            ],
            by: [.administrator],
            tenant: .none,
            errors: [.notFound] + .toolkit(.invalidArgument, .quotaExceeded)
        ) { (call, message: SignBlobRequest) in
            let account = call.path["account"].flatMap(ServiceAccountID.init(email:))
            guard let account, account.project == call.caller.project.id else {
                throw IdentityToolkitError.notFound
            }
            guard let payload = message.payload.flatMap({ Base64.decode($0.utf8) }) else {
                throw IdentityToolkitError(.invalidArgument, "payload must be Base64.")
            }
            do throws(ServiceAccountError) {
                let signed = try await call.services.serviceAccounts.sign(
                    payload,
                    as: account,
                    by: call.caller.actor
                )
                return SignBlobResponse(keyId: signed.keyID, signedBlob: Base64.encode(signed.signature))
            } catch {
                throw IdentityToolkitError(serviceAccount: error)
            }
        }
    }
}

struct SignBlobRequest: InputMessage {
    var payload: String?

    static let inputFields = InputTable<Self> {
        InputField(\.payload, .bytes(65_536), "Bytes to sign, in Base64.", .required("INVALID_ARGUMENT"))
        InputField.scope
        InputField.ignored("delegates")
    }
}

struct SignBlobResponse: OutputMessage {
    let keyId: String
    let signedBlob: String

    static let outputFields = OutputTable<Self> {
        OutputField(\.keyId, "ID of the key.")
        OutputField(\.signedBlob, "Signature (RS256), in Base64.")
    }
}

extension IdentityToolkitError {
    fileprivate init(serviceAccount error: ServiceAccountError) {
        self =
            switch error {
            case .unknownAccount: .notFound
            case .tooManyKeys(let limit):
                Self(
                    .quotaExceeded,
                    "a service account has at most \(limit) keys: remove one that is not used"
                )
            case .store(let error): Self(describing: IdentityError.store(error))
            case .invalidName, .unknownKey, .tooManyAccounts, .assertion, .keyGeneration: Self(.internalError)
            }
    }
}
