import CardeaAdminAPI
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaPasswordHashing

/// A user in the form of Firebase's command line: the fields that its CSV and its JSON share.
struct FirebaseUser {
    var localID = ""
    var email: String?
    var isEmailVerified = false
    var passwordHash: String?
    var salt: String?
    var displayName: String?
    var photoURL: String?
    /// Milliseconds since 1970.
    var createdAt: String?
    var lastSignedInAt: String?
    var phoneNumber: String?
    var isDisabled = false
    var customAttributes: String?
    var providers: [UserRecord.Provider] = []
    var hasSecondFactors = false

    /// The providers that the form knows, in the order of its columns.
    static let providerIDs = ["google.com", "facebook.com", "twitter.com", "github.com"]

    /// The user in Cardea's own form.
    ///
    /// - Parameter format: How the passwords are hashed; `nil` if hashes cannot be imported.
    /// - Returns: The line, or the fault of the user.
    func line(_ format: HashFormat?) -> Result<[UInt8], UserLineError> {
        do throws(UserLineError) {
            return .success(UserLine(try record(format)).line)
        } catch {
            return .failure(error)
        }
    }

    private func record(_ format: HashFormat?) throws(UserLineError) -> UserRecord {
        guard !hasSecondFactors else {
            throw UserLineError(
                "second factors are not imported: remove mfaInfo, and let the user enrol again"
            )
        }
        var record = UserRecord(id: localID)
        record.email = email
        record.isEmailVerified = isEmailVerified
        record.displayName = displayName
        record.photoURL = photoURL
        record.phoneNumber = phoneNumber
        record.isDisabled = isDisabled
        record.customClaims = customAttributes
        record.createdAt = try moment(createdAt, "createdAt")
        record.lastSignedInAt = try moment(lastSignedInAt, "lastSignedInAt")
        record.providers = providers
        record.password = try password(format)
        return record
    }

    private func password(_ format: HashFormat?) throws(UserLineError) -> UserRecord.Password? {
        guard let passwordHash, !passwordHash.isEmpty else { return nil }
        guard let format else {
            throw UserLineError("there is a password hash: name its function with --hash-algo")
        }
        guard let hash = Self.bytes(passwordHash), let salt = Self.bytes(salt ?? "") else {
            throw UserLineError("the password hash or its salt is not Base64")
        }
        do throws(ForeignHashError) {
            return .hash(try format.text(hash: hash, salt: salt))
        } catch {
            throw UserLineError("the password hash is not imported: \(error)")
        }
    }

    private func moment(_ text: String?, _ name: String) throws(UserLineError) -> Timestamp? {
        guard let text, !text.isEmpty else { return nil }
        guard let moment = Int64(text).flatMap(Timestamp.init(checkingMilliseconds:)) else {
            throw UserLineError("\(name) must be a number of milliseconds since 1970")
        }
        return moment
    }

    /// Base64 with either alphabet.
    static func bytes(_ text: String) -> [UInt8]? {
        Base64.decodeEitherAlphabet(text.utf8)
    }
}
