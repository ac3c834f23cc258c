/// A change to the codes that are sent to phone numbers.
package enum PhoneCodeChange: Sendable, Equatable {
    case insert(PhoneCode)
    /// Counts a wrong code. The transaction fails if another one was counted since the code was read.
    case countFailure(PhoneCode)
    /// Deletes a code that is used. The transaction fails if the code is not there.
    case consume(id: [UInt8])
    /// Deletes a code, if it is there.
    case delete(id: [UInt8])
}

/// A code by the hash of its name.
package struct PhoneCodeLookup: Lookup {
    package let id: [UInt8]

    package func read(from reader: some RowReader) throws(StoreError) -> PhoneCode? {
        try reader.phoneCode(self)
    }
}

extension Lookup where Self == PhoneCodeLookup {
    package static func phoneCode(id: [UInt8]) -> Self { PhoneCodeLookup(id: id) }
}

/// Codes that expired before a moment.
package struct ExpiredPhoneCodesLookup: Lookup {
    package let before: Timestamp
    package let limit: Int

    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [[UInt8]] {
        try reader.expiredPhoneCodes(self)
    }
}

extension Lookup where Self == ExpiredPhoneCodesLookup {
    package static func phoneCodes(expiredBefore moment: Timestamp, limit: Int) -> Self {
        ExpiredPhoneCodesLookup(before: moment, limit: limit)
    }
}

package protocol PhoneCodeReader {
    func phoneCode(_ lookup: PhoneCodeLookup) throws(StoreError) -> PhoneCode?
    func expiredPhoneCodes(_ lookup: ExpiredPhoneCodesLookup) throws(StoreError) -> [[UInt8]]
}
