#ifndef CCARDEA_PHONE_NUMBERS_H
#define CCARDEA_PHONE_NUMBERS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of reading a number. */
enum cardea_phone_status {
    cardea_phone_ok = 0,
    /* The text is no phone number. */
    cardea_phone_not_a_number = 1,
    /* The country calling code is missing or not assigned. */
    cardea_phone_unknown_country = 2,
    cardea_phone_too_short = 3,
    cardea_phone_too_long = 4,
    /* No number of the country has this length. */
    cardea_phone_invalid_length = 5,
    /* The library failed. */
    cardea_phone_failed = 6
};

struct cardea_phone_number {
    /* "+" and at most 15 digits, ended by NUL. */
    char e164[32];
    /* ISO 3166-1 alpha-2, ended by NUL; "001" for numbers of no country. */
    char region[8];
    /* Whether the number matches a pattern of the region's numbering plan. */
    int is_assigned;
    /* 0 for premium-rate, shared-cost, personal (follow-me), pager and voicemail numbers. */
    int reaches_person;
};

/*
 Reads a number of `length` bytes in UTF-8.

 `region` is the region of a number without "+", ended by NUL; an empty text if it is not known.
 No exception leaves the function. The first call loads the numbering plans.
 */
enum cardea_phone_status cardea_phone_parse(
    const char *text, size_t length, const char *region, struct cardea_phone_number *number);

/*
 Writes the regions of the numbering plans into `regions`, each followed by a space, all ended by NUL.

 Returns 0 if they do not fit into `size` bytes.
 */
int cardea_phone_regions(char *regions, size_t size);

#ifdef __cplusplus
}
#endif

#endif
