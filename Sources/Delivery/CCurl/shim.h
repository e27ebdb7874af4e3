/* libcurl, and its functions with variable arguments, which Swift cannot call. */
#ifndef ANTRAIN_CURL_H
#define ANTRAIN_CURL_H

#include <curl/curl.h>

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

/* Reads the response up to the remaining number of bytes, and discards it. */
static inline size_t antrain_curl_swallow(char *bytes, size_t size, size_t count, void *left) {
    (void)bytes;
    if (size * count > *(size_t *)left) return 0;
    *(size_t *)left -= size * count;
    return size * count;
}

static inline CURLcode antrain_curl_forget_answer(CURL *handle, size_t *left) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, antrain_curl_swallow);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_WRITEDATA, left);
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
