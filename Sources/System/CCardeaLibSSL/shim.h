#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>

/* Macros of the library, which Swift cannot call. */

static inline int cardea_tls_set_versions(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
           SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION) == 1;
}

static inline void cardea_tls_set_modes(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline int cardea_tls_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

/* The algorithms of a ticket: AES-256-CBC, as the library's own tickets, then HMAC-SHA-256. */
static inline int cardea_ticket_set_mac(EVP_MAC_CTX *mac, unsigned char *key, size_t count) {
    OSSL_PARAM parameters[] = {OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, key, count),
                               OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, "SHA256", 6), OSSL_PARAM_END};
    return EVP_MAC_CTX_set_params(mac, parameters);
}
