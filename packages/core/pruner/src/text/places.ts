// A location in a file, in every form that tools and people write; nothing else knows these forms.

/** `src/app.ts:12:` before its text, and `Line 12:` under the file's name, as the tools of some agents print it. */
export const matchPlace = /^(?:(?:[A-Za-z]:)?[\w./@+~\\-]*[\w-][:-]\d+[:-]|\s*Line \d+:)/

/** The same with the file as its group and the text after it: a match keeps its indentation, a report has one space. */
export const quotedPlace = /^((?:[A-Za-z]:)?[^:\n]{1,300}?)[:-]\d+[:-](?:\d+:)?(?: ?\S|\s{2,}|\t)/

/** A match under its file: `12:text`. */
export const quotedNumber = /^(?:\d+[:-](?:\d+:)?(?:\S|\s{2,}|\t)|\s*Line \d+:)/

/** A candidate at a given offset: ripgrep, linters and the tools of agents list matches under their file. */
export const numberAt = /\s*(?:Line )?\d+[:-]/y

/** As compilers and linters write it before a level: `app.c:12:5:`, `app.cs(12,5):`, `12:5`. */
const COMPILER_PLACE = String.raw`(?:(?:[A-Za-z]:)?[^\s:(]+[:(])?\d+(?:[:,]\d+)?[):]*`

/** A warning of a compiler or a linter, by its level or its rule. */
export const placedWarning = new RegExp(
  String.raw`^\s*${COMPILER_PLACE}\s+(?:warning\b|[WCR]\d{3,4}\b)`,
  'i',
)

/** Part of every match of the next pattern, and found much faster. */
export const placeSign = /(?::|\(|", line |#L)\d/

/** In a sentence or a call: `server.ts:120`, `File "app.py", line 7`, `app.ts#L3-L9`; file, first and last line. */
export const namedPlaces =
  /([\w.-]{1,60}\.[A-Za-z]\w{0,9})(?::|\(|", line |#L)(\d{1,7})(?:-L?(\d{1,7}))?/g

/** Lines without their file: `lines 10-20`, `goto 549`, `sed -n '120,160p'`. */
export const namedLineNumbers =
  /\b(?:lines?|lignes?|goto|L)[ :#]?(\d{1,7})(?:(?:-|–| to | and | à | bis )L?(\d{1,7}))?\b|\bsed -n ['"]?(\d{1,7})(?:,(\d{1,7}))?p/gi

/** Lines that a command was told to print. */
export const printedLines = /\bsed -n ['"]?\d{1,7}(?:,\d{1,7})?p/g
