/* A bot for Parlour that plays any game: a random legal move from the list it is sent.
 *
 * Plain C99, no libraries. Start here: replace `choose`.
 *
 *     cc -std=c99 -O2 -o bot bot.c
 *     parlour play maori --player "exec:./bot"
 *     parlour bot check ./bot --game maori
 *
 * The scanner below finds what stands under a key of an object, and walks through arrays. It
 * copies nothing: a value is a pointer to its first character. A move's text is sent back
 * as it came, escapes and all, so it never needs to be unescaped.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Scanning JSON */

static const char *blank(const char *p) {
    while (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n') p++;
    return p;
}

/* Return what follows the string that begins at p. */
static const char *after_string(const char *p) {
    for (p++; *p && *p != '"'; p++)
        if (*p == '\\' && p[1]) p++;
    return *p ? p + 1 : p;
}

/* Return what follows the value that begins at p. */
static const char *after(const char *p) {
    int depth = 0;
    p = blank(p);
    if (*p == '"') return after_string(p);
    if (*p != '{' && *p != '[') return p + strcspn(p, ",}] \t\r\n");
    do {
        if (*p == '"') {
            p = after_string(p);
            continue;
        }
        if (*p == '{' || *p == '[') depth++;
        if (*p == '}' || *p == ']') depth--;
        p++;
    } while (*p && depth > 0);
    return p;
}

/* Return the value under `key` in the object at p, or NULL. */
static const char *under(const char *p, const char *key) {
    size_t length = strlen(key);
    if (!p || *(p = blank(p)) != '{') return NULL;
    for (p = blank(p + 1); *p == '"';) {
        const char *name = p + 1;
        p = after_string(p);
        int found = (size_t)(p - 1 - name) == length && !strncmp(name, key, length);
        p = blank(p);
        if (*p != ':') return NULL;
        p = blank(p + 1);
        if (found) return p;
        p = blank(after(p));
        if (*p == ',') p = blank(p + 1);
    }
    return NULL;
}

/* Return the first part of the array at p, or NULL. */
static const char *first(const char *p) {
    if (!p || *(p = blank(p)) != '[') return NULL;
    p = blank(p + 1);
    return *p == ']' ? NULL : p;
}

/* Return the part after the one at p, or NULL. */
static const char *next(const char *p) {
    p = blank(after(p));
    return *p == ',' ? blank(p + 1) : NULL;
}

/* Tell whether the string at p is `text`. */
static int is(const char *p, const char *text) {
    size_t length = strlen(text);
    return p && *p == '"' && !strncmp(p + 1, text, length) && p[length + 1] == '"';
}

/* Playing */

static uint64_t dice = 1;

static unsigned roll(unsigned sides) {
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (unsigned)((dice >> 32) % sides);
}

/* Return the move to make, one of the parts of the array of legal moves at `moves`. */
static const char *choose(const char *message, const char *moves) {
    unsigned count = 0;
    (void)message; /* under(message, "view") is all that the seat may know. */
    for (const char *move = first(moves); move; move = next(move)) count++;
    const char *move = first(moves);
    for (unsigned skip = roll(count); skip > 0; skip--) move = next(move);
    return move;
}

static void answer(const char *message) {
    const char *moves = under(message, "moves");
    long id = strtol(under(message, "id"), NULL, 10);
    if (first(moves)) {
        const char *text = under(choose(message, moves), "text");
        printf("{\"type\":\"move\",\"id\":%ld,\"move\":%.*s}\n", id,
               (int)(after_string(text) - text), text);
    } else {
        /* Only moves out of turn are offered; null declines them. */
        printf("{\"type\":\"move\",\"id\":%ld,\"move\":null}\n", id);
    }
}

/* Read a line of any length into `*line`; return 0 at the end. */
static int read_line(char **line, size_t *room) {
    size_t length = 0;
    int letter = 0;
    while ((letter = getchar()) != EOF && letter != '\n') {
        if (length + 1 >= *room) {
            *room = *room ? 2 * *room : 4096;
            if (!(*line = realloc(*line, *room))) exit(1);
        }
        (*line)[length++] = (char)letter;
    }
    if (length) (*line)[length] = '\0';
    return letter != EOF && length > 0;
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (read_line(&line, &room)) {
        const char *type = under(line, "type");
        if (is(type, "hello"))
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"C starter\"}");
        else if (is(type, "ready"))
            puts("{\"type\":\"ready\"}");
        else if (is(type, "match"))
            dice = strtoull(under(line, "seed"), NULL, 10) * 2 + 1;
        else if (is(type, "decide"))
            answer(line);
        else if (is(type, "quit"))
            break;
        /* "stop" finds nothing to stop here, "over" nothing to learn; all else is ignored. */
        fflush(stdout);
    }
    free(line);
    return 0;
}
