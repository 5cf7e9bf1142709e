#ifndef HEADLESS_PLAYBACK_COPENSSL_SHIM_H
#define HEADLESS_PLAYBACK_COPENSSL_SHIM_H

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/opensslv.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

_Static_assert(OPENSSL_VERSION_NUMBER >= 0x30000000L, "EVP_CIPHER_fetch needs OpenSSL 3 or later");

// Macros that name other macros do not reach Swift.
static const int copenssl_hkdf = EVP_PKEY_HKDF;
static const int copenssl_oaep_padding = RSA_PKCS1_OAEP_PADDING;
static const int copenssl_get_tag = EVP_CTRL_AEAD_GET_TAG;
static const int copenssl_set_tag = EVP_CTRL_AEAD_SET_TAG;
static const int copenssl_utf8 = MBSTRING_UTF8;
static const int copenssl_key_usage = NID_key_usage;
static const int copenssl_basic_constraints = NID_basic_constraints;

// A password for a private key is never asked for on the terminal.
static inline int copenssl_no_password(char *buffer, int size, int is_writing, void *context)
{
    (void)buffer, (void)size, (void)is_writing, (void)context;
    return -1;
}

// The private key in a text; null when it has none or one with a password.
static inline EVP_PKEY *copenssl_read_private_key(BIO *source)
{
    return PEM_read_bio_PrivateKey(source, NULL, copenssl_no_password, NULL);
}

#endif
