import CardeaCryptography
import CardeaEncodings

/// A token put together by hand, of parts that a signer would not make.
struct Forgery {
    var header: String
    var claims = #"{"sub":"mallory"}"#

    /// The text that a signature would cover.
    var signingInput: String {
        Base64URL.encode(header.utf8) + "." + Base64URL.encode(claims.utf8)
    }

    func signed(by key: PrivateKey) throws -> String {
        try signed(with: key.sign(Array(signingInput.utf8)))
    }

    func signed(with signature: [UInt8]) -> String {
        signingInput + "." + Base64URL.encode(signature)
    }
}
