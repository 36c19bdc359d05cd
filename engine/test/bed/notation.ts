/**
 * The notation of fixtures, both ways: one message a line, its further parts on indented lines.
 *
 *     system     Be brief
 *     user       Fix the build
 *                image 640x480
 *     assistant  thinking Two files to read       (`sealed` when it carries a provider's signature)
 *                I will read both.
 *                call a read {"path":"x"}
 *                call b read {"path":"y"}
 *     result a   (900 chars)
 *     error b    no such file @+15m
 *
 * Heads: `system` `user` `assistant` `result ID` `error ID`; an ID of `-` means that the message has none.
 * Parts: `call ID TOOL JSON`, `thinking TEXT`, `sealed TEXT`, `image WxH`, `data JSON`, `opaque JSON`, else text; `text …` where a text
 * would read as one of these. Under `result`, text, image, data and opaque are the result's body.
 * Flags end a message's first line: `@+15m` (its time, from TIME_ZERO; ms s m h d), `!pin`, `!summary`, `!generating`, `!id=m1`.
 * In texts `\n \r \t \u001b` mean what they do in JSON and `\x` is x itself: `\\`, or `\(900 chars)` where no filler is meant.
 * Call arguments are JSON as they stand, and a filler's name in them is always a filler. Fillers, `(900 chars)` and the like: fillers.ts. Lines that start with `#` are remarks.
 * Printed, an id in a text is `$3` for the third message of the input, so `$3.0` for its part 0.
 */
export { parse, type PlainMessage } from './notation-parse.js'
export { print } from './notation-print.js'
export { fromNative, toNative } from './notation-native.js'
export { readFixture, type Fixture, type Settings } from './fixture.js'
export { TIME_ZERO } from './flags.js'
