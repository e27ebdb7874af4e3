/*
 * SHA-256 of OpenSSL's libcrypto.
 *
 * OpenSSL deprecates these functions in favour of EVP, which looks a digest up in its providers. For that it reads openssl.cnf and may
 * load libraries; linked statically it also adds several megabytes. antrain starts every minute, needs one digest, and has no dynamic linker.
 */
#ifndef ANTRAIN_LIBCRYPTO_H
#define ANTRAIN_LIBCRYPTO_H

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#endif
