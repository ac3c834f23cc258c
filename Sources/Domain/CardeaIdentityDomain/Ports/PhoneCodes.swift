/// A change to the codes that are sent to phone numbers.
package enum PhoneCodeChange: Sendable, Equatable {
    case insert(PhoneCode)
    /// Counts a code that is sent.
    ///
    /// The transaction fails if another one was counted since the count was read. Counts that have run empty are deleted,
    /// a few at a time.
    case countSent(PhoneCodeCount, emptyAt: Timestamp?, now: Timestamp)
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

/// When counts of codes that were sent will have run empty; `nil` for one that has no row.
package struct PhoneCodeCountsLookup: Lookup {
    package let counts: [PhoneCodeCount]

    package func read(from reader: some RowReader) throws(StoreError) -> [Timestamp?] {
        try reader.phoneCodeCounts(self)
    }
}

extension Lookup where Self == PhoneCodeCountsLookup {
    package static func phoneCodeCounts(_ counts: [PhoneCodeCount]) -> Self {
        PhoneCodeCountsLookup(counts: counts)
    }
}

/// Codes that expired before a moment.
package struct ExpiredPhoneCodesLookup: Lookup {
    package let before: Timestamp
    package let limit: Int

    package var extent: ReadExtent { .manyRows }

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
    func phoneCodeCounts(_ lookup: PhoneCodeCountsLookup) throws(StoreError) -> [Timestamp?]
    func expiredPhoneCodes(_ lookup: ExpiredPhoneCodesLookup) throws(StoreError) -> [[UInt8]]
}
