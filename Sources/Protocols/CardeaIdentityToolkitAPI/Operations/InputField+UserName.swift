import CardeaIdentityWire
import CardeaOperations

extension InputField where Root: InputMessage {
    /// A name by which users sign in: Cardea's own field.
    static func userName(
        _ path: any WritableKeyPath<Root, String?> & Sendable,
        _ summary: String
    ) -> InputField {
        InputField(path, .bytes(256), summary, else: "INVALID_USER_NAME")
    }
}
