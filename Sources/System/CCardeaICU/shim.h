#include <stdbool.h>
#include <stdint.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>

/* ICU renames its functions by macros; one function here for each use. */

/* Brings UTF-16 into the form NFKC_Casefold; returns the number of units, or -1 if they do not fit. */
static inline int32_t cardea_nfkc_casefold(
    const uint16_t *text, int32_t count, uint16_t *target, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *form = unorm2_getNFKCCasefoldInstance(&status);
    int32_t length = unorm2_normalize(
        form, (const UChar *)text, count, (UChar *)target, capacity, &status);
    return U_SUCCESS(status) && length <= capacity ? length : -1;
}

/* Whether UTF-16 mixes scripts only as people do who write one language (UTS #39, highly restrictive). */
static inline bool cardea_is_highly_restrictive(const uint16_t *text, int32_t count) {
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker *checker = uspoof_open(&status);
    if (U_FAILURE(status)) return false;
    uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
    uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL, &status);
    int32_t found = uspoof_check2(checker, (const UChar *)text, count, NULL, &status);
    uspoof_close(checker);
    return U_SUCCESS(status) && found == 0;
}

/* Writes the skeleton of UTF-16 (UTS #39, section 4); returns the number of units, or -1 if they do not fit. */
static inline int32_t cardea_skeleton(
    const uint16_t *text, int32_t count, uint16_t *target, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker *checker = uspoof_open(&status);
    if (U_FAILURE(status)) return -1;
    int32_t length = uspoof_getSkeleton(
        checker, 0, (const UChar *)text, count, (UChar *)target, capacity, &status);
    uspoof_close(checker);
    return U_SUCCESS(status) && length <= capacity ? length : -1;
}
