/* libcurl, and its functions with variable arguments, which Swift cannot call. */
#ifndef ANTRAIN_CURL_H
#define ANTRAIN_CURL_H

#include <curl/curl.h>
#include <string.h>

static inline CURLcode antrain_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode antrain_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode antrain_curl_set_headers(CURL *handle, const struct curl_slist *headers) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

/* Sets the buffer for the reason of a failure: CURL_ERROR_SIZE bytes. */
static inline CURLcode antrain_curl_set_reason(CURL *handle, char *buffer) {
    return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

/* Sets a body of that length; libcurl copies it. */
static inline CURLcode antrain_curl_set_body(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}

/* Allows only http and https, whatever libcurl was built with. */
static inline CURLcode antrain_curl_allow_web_alone(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/* Makes the time limit include name resolution. An older libcurl, at build time or at run time, may exceed it. */
static inline void antrain_curl_leave_resolver(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    (void)curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
#endif
}

enum { ANTRAIN_CURL_TAG_SIZE = 256 };

/* The state of reading a response. */
typedef struct antrain_curl_reading {
    CURL *handle;
    size_t left; /* how many more bytes of the body are accepted */
    /* Receives the body if the status is 200 or 207; null to discard it. */
    int (*take)(void *context, const void *bytes, size_t count);
    int (*proceed)(void *context); /* asked about once per second; 0 ends the request; may be null */
    void *context;
    char tag[ANTRAIN_CURL_TAG_SIZE]; /* the value of ETag; empty if it is missing or too long */
} antrain_curl_reading;

static inline size_t antrain_curl_read_body(char *bytes, size_t size, size_t count, void *data) {
    antrain_curl_reading *reading = (antrain_curl_reading *)data;
    long status = 0;
    if (size * count > reading->left) return 0;
    reading->left -= size * count;
    if (!reading->take) return size * count;
    if (curl_easy_getinfo(reading->handle, CURLINFO_RESPONSE_CODE, &status) != CURLE_OK) return 0;
    if (status != 200 && status != 207) return size * count;
    return reading->take(reading->context, bytes, size * count) ? size * count : 0;
}

static inline size_t antrain_curl_read_header(char *bytes, size_t size, size_t count, void *data) {
    antrain_curl_reading *reading = (antrain_curl_reading *)data;
    const char name[] = "etag:";
    size_t length = size * count, start = sizeof name - 1, i;
    /* A new response begins, for example after one that asks for credentials. */
    if (length > 5 && memcmp(bytes, "HTTP/", 5) == 0) reading->tag[0] = 0;
    if (length < start) return length;
    for (i = 0; i < start; i++)
        if ((bytes[i] | 0x20) != (name[i] | 0x20)) return length;
    while (start < length && (bytes[start] == ' ' || bytes[start] == '\t')) start++;
    i = length;
    while (i > start && (unsigned char)bytes[i - 1] <= ' ') i--;
    if (i - start >= sizeof reading->tag) return length;
    memcpy(reading->tag, bytes + start, i - start);
    reading->tag[i - start] = 0;
    return length;
}

static inline int antrain_curl_progress(void *data, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    antrain_curl_reading *reading = (antrain_curl_reading *)data;
    (void)a, (void)b, (void)c, (void)d;
    return reading->proceed(reading->context) ? 0 : 1;
}

static inline CURLcode antrain_curl_read_answer(CURL *handle, antrain_curl_reading *reading) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, antrain_curl_read_body);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, reading);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, antrain_curl_read_header);
    if (code == CURLE_OK && reading->proceed) {
        code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, antrain_curl_progress);
        if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, reading);
        if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    }
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_HEADERDATA, reading);
}

static inline CURLcode antrain_curl_authenticate(CURL *handle, int uses_digest) {
    return curl_easy_setopt(handle, CURLOPT_HTTPAUTH, (long)(uses_digest ? CURLAUTH_DIGEST : CURLAUTH_BASIC));
}

/* Whether the last response asks for Digest and does not accept Basic. */
static inline int antrain_curl_offers_digest(CURL *handle) {
    long methods = 0;
    if (curl_easy_getinfo(handle, CURLINFO_HTTPAUTH_AVAIL, &methods) != CURLE_OK) return 0;
    return (methods & (long)CURLAUTH_DIGEST) != 0 && (methods & (long)CURLAUTH_BASIC) == 0;
}

static inline long antrain_curl_status(CURL *handle) {
    long status = 0;
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

/* The value of Retry-After in seconds from now; 0 if there is none. */
static inline curl_off_t antrain_curl_retry_after(CURL *handle) {
    curl_off_t seconds = 0;
    return curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? seconds : 0;
}

/* The target of a redirect; null if there is none. */
static inline const char *antrain_curl_redirect(CURL *handle) {
    char *url = NULL;
    return curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &url) == CURLE_OK ? url : NULL;
}

#endif
