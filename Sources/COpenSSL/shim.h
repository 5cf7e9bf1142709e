#ifndef HEADLESS_PLAYBACK_COPENSSL_SHIM_H
#define HEADLESS_PLAYBACK_COPENSSL_SHIM_H

#include <openssl/evp.h>
#include <openssl/opensslv.h>

_Static_assert(OPENSSL_VERSION_NUMBER >= 0x30000000L, "EVP_CIPHER_fetch needs OpenSSL 3 or later");

#endif
