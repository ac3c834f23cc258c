import CardeaCryptography
import Foundation

/// The form of a stored credential: `"CARDEA" ‖ version ‖ nonce ‖ ciphertext ‖ tag`.
///
/// The header and the record's name are authenticated with the content. So neither can be changed, and one account's
/// file cannot replace another's.
enum SealedRecord {
    private static let magic = Array("CARDEA".utf8)
    private static let version: UInt8 = 1

    static func seal(_ record: CredentialRecord, key: [UInt8], name: String) throws(StoreError) -> [UInt8] {
        let header = magic + [version]
        do {
            return header
                + (try AESGCM.seal(Array(record.encoded()), key: key, authenticating: header + name.utf8))
        } catch {
            throw StoreError(.failed, "encryption failed")
        }
    }

    static func open(_ bytes: [UInt8], key: [UInt8], name: String) throws(StoreError) -> CredentialRecord {
        let header = magic + [version]
        guard bytes.starts(with: magic) else { throw StoreError(.damaged, "not a credential file") }
        guard bytes.starts(with: header) else { throw StoreError(.damaged, "written by a later version") }
        let text: [UInt8]
        do {
            text = try AESGCM.open(
                Array(bytes.dropFirst(header.count)),
                key: key,
                authenticating: header + name.utf8
            )
        } catch {
            throw StoreError(.damaged, "changed, cut short, or written under another key")
        }
        return try CredentialRecord(decoding: Data(text))
    }
}
