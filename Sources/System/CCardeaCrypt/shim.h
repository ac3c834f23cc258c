#include <crypt.h>

/* The structure is larger than the importer likes; Swift knows its size only. */
static const int cardea_crypt_data_size = (int)sizeof(struct crypt_data);
