#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/* Parameters name themselves by pointers to C strings, which a Swift string has only for the time of a call. */
static inline int cardea_mac_init_sha256(EVP_MAC_CTX *context, const unsigned char *key, size_t count) {
    OSSL_PARAM parameters[] = {OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, "SHA256", 6), OSSL_PARAM_END};
    return EVP_MAC_init(context, key, count, parameters);
}
