package import CardeaEncodings

/// The regions that phone numbers belong to (ISO 3166-1 alpha-2).
package enum PhoneRegion {
    /// The region of numbers that belong to no country.
    package static let international = "001"

    /// The regions of the numbering plans, without `001`.
    ///
    /// A test compares them with those of the library that reads phone numbers.
    package static let all: Set<ExactText> = Set(
        """
        AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
        BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG
        EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT
        HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR
        LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF
        NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD
        SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT TV TW
        TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
        """
        .split { $0 == " " || $0 == "\n" }.map(\.exact)
    )

    /// Whether a text has the form of a region: two capital letters, or `001`.
    package static func hasForm(_ region: String) -> Bool {
        region.exact == international.exact
            || region.utf8.count == 2 && region.utf8.allSatisfy(ASCII.isUppercase)
    }

    package static func isKnown(_ region: String) -> Bool {
        region.exact == international.exact || all.contains(region.exact)
    }

    /// The code of a region that people know by another one.
    static func isoCode(ofMistaken region: String) -> String? {
        ["UK": "GB", "EL": "GR", "EN": "GB", "JA": "JP", "KO": "KR", "ZH": "CN"][region.exact]
    }
}
