#include "CCardeaPhoneNumbers.h"

#include <phonenumbers/phonenumberutil.h>

#include <set>
#include <string>

namespace {

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

/* The longest text that is parsed: the rule of the Swift module is stricter. */
constexpr size_t longest_text = 250;

template <size_t size>
bool copy(const std::string &text, char (&target)[size]) {
    if (text.size() >= size) return false;
    target[text.copy(target, size - 1)] = '\0';
    return true;
}

/* Whether a message reaches a person: some numbers earn by each message, and some have no reader. */
bool reaches_person(PhoneNumberUtil::PhoneNumberType type) {
    switch (type) {
    case PhoneNumberUtil::PREMIUM_RATE:
    case PhoneNumberUtil::SHARED_COST:
    case PhoneNumberUtil::PERSONAL_NUMBER:
    case PhoneNumberUtil::PAGER:
    case PhoneNumberUtil::VOICEMAIL: return false;
    default: return true;
    }
}

cardea_phone_status parse(
    const std::string &text, const std::string &region, cardea_phone_number &result) {
    const PhoneNumberUtil &util = *PhoneNumberUtil::GetInstance();
    PhoneNumber number;
    switch (util.Parse(text, region.empty() ? "ZZ" : region, &number)) {
    case PhoneNumberUtil::NO_PARSING_ERROR: break;
    case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR: return cardea_phone_unknown_country;
    case PhoneNumberUtil::TOO_SHORT_AFTER_IDD:
    case PhoneNumberUtil::TOO_SHORT_NSN: return cardea_phone_too_short;
    case PhoneNumberUtil::TOO_LONG_NSN: return cardea_phone_too_long;
    default: return cardea_phone_not_a_number;
    }
    if (number.has_extension()) return cardea_phone_not_a_number;
    switch (util.IsPossibleNumberWithReason(number)) {
    case PhoneNumberUtil::IS_POSSIBLE: break;
    case PhoneNumberUtil::INVALID_COUNTRY_CODE: return cardea_phone_unknown_country;
    /* Numbers that can be dialled only inside of one place cannot receive messages from abroad. */
    case PhoneNumberUtil::IS_POSSIBLE_LOCAL_ONLY:
    case PhoneNumberUtil::TOO_SHORT: return cardea_phone_too_short;
    case PhoneNumberUtil::TOO_LONG: return cardea_phone_too_long;
    default: return cardea_phone_invalid_length;
    }
    std::string e164, owner;
    util.Format(number, PhoneNumberUtil::E164, &e164);
    util.GetRegionCodeForNumber(number, &owner);
    result.is_assigned = util.IsValidNumber(number);
    result.reaches_person = reaches_person(util.GetNumberType(number));
    if (owner.empty() || owner == "ZZ") {
        util.GetRegionCodeForCountryCode(number.country_code(), &owner);
    }
    bool fits = copy(e164, result.e164) && copy(owner, result.region);
    return fits ? cardea_phone_ok : cardea_phone_failed;
}

}

cardea_phone_status cardea_phone_parse(
    const char *text, size_t length, const char *region, cardea_phone_number *number) {
    if (length > longest_text) return cardea_phone_too_long;
    try {
        return parse(std::string(text, length), region, *number);
    } catch (...) {
        return cardea_phone_failed;
    }
}

int cardea_phone_regions(char *regions, size_t size) {
    try {
        std::set<std::string> supported;
        PhoneNumberUtil::GetInstance()->GetSupportedRegions(&supported);
        std::string text;
        for (const std::string &region : supported) text += region + " ";
        if (text.size() >= size) return 0;
        regions[text.copy(regions, size - 1)] = '\0';
        return 1;
    } catch (...) {
        return 0;
    }
}
