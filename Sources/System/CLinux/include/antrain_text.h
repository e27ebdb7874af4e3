/* Text that ends at an inaccessible page. */
#ifndef ANTRAIN_TEXT_H
#define ANTRAIN_TEXT_H

#include <stddef.h>

/* Copies a text to the end of a page that is followed by an inaccessible one: a plugin that reads on, as printf("%s") and strlen do without
 * a NUL, crashes instead of reading adjacent memory. Returns NULL if out of memory. */
char *antrain_text_open(const void *bytes, size_t length);

/* Frees such a text. */
void antrain_text_close(char *text, size_t length);

#endif
