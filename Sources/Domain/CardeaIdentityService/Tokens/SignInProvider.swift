/// How a user signed in: `firebase.sign_in_provider`.
enum SignInProvider: String {
    case password
    case anonymous
    case custom
    case phone
}
