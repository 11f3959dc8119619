// The network's input columns for each line, by name, each from 0 to 1. The order is
// that of the network's first layer; training reads the names from here, so the two cannot diverge.
import { FAMILIES } from '../../text/family.js'

type Named<Text extends string> = Text extends `${infer Name} | ${infer Rest}`
  ? Name | Named<Rest>
  : Text
const named = <Text extends string>(text: Text) => text.split(' | ') as Named<Text>[]

const MATCH = [
  ...named('exact | soft | spelling | named | neighbours | best term | rare term | feedback'),
  ...named('meaning | context | asked or context | name | name defined | context name'),
  ...named('line number'),
]
const WINDOW = [
  ...named('exact near | soft near | exact cover narrow | exact cover wide | soft cover narrow'),
  ...named('soft cover wide | feedback near | meaning near | named near | neighbours near'),
  ...named('context near | name near'),
]
const UNIT = [
  ...named('unit exact | unit soft | unit density | unit best line | unit head soft'),
  ...named('unit head exact | unit meaning | unit size | place in unit | outer exact | outer soft'),
  ...named('outer head soft | outer size | depth in unit | unit neighbours | unit head neighbours'),
  ...named('outer head neighbours | unit head named | outer head named | unit head name'),
  ...named('unit name'),
]
const RELATIVE = [
  ...named('exact near, relative | soft near, relative | soft cover, relative'),
  ...named('unit soft, relative | soft, relative | feedback near, relative | exact, relative'),
  ...named('unit exact, relative | meaning near, standardised | context, relative'),
  ...named('asked or context, relative'),
]
const SHAPE = [
  ...named('is blank | is closer | is comment | is import | is callable | is container | is block'),
  ...named('is decorator | is heading | indent | has assignment | has call | quotes | length'),
  ...named('words | mean rarity | top rarity | place | near the top | near the end'),
  ...named('near unit head | in test | branches | leaves | repeated | repeated but for numbers'),
]
const SIGNS = [
  ...named('digits | punctuation | capitals | slashes | is match | is beside match | is path'),
  ...named('is added | is removed | is hunk head | is key | opens | is rule | tells error'),
  ...named('tells warning | tells success | tells test | declares | brings in | begins as before'),
  ...named('is traced | error near'),
]
/** All empty if no task is known. */
const TASK = [
  ...named('task | task, relative | task near | task near, relative | task name | task name near'),
  ...named('task name defined | unit task name | unit head task name | unit head task'),
]
const TERMS = named('term 1 | term 2 | term 3 | term 4')

/** One value per line. */
export const LINE_COLUMNS = [MATCH, WINDOW, UNIT, RELATIVE, SHAPE, SIGNS, TERMS, TASK].flat()
export type LineColumn = (typeof LINE_COLUMNS)[number]

/** The kind of request: one column per group of words, see question.ts. */
export const HINT_COLUMNS = [
  ...named('asks how | fixes | adds | removes | reshapes | is about tests | is about docs'),
  ...named('is about types | is about versions | describes | looks | understands | runs'),
]
/** Means of line columns: they characterise the text. */
export const MEAN_COLUMNS = [
  ...named('digits | punctuation | slashes | is match | is beside match | is path | is added'),
  ...named('is removed | is key | tells error | is traced | is comment | is callable | is import'),
  ...named('indent | length | repeated | exact | context'),
] satisfies LineColumn[]
/** One value for the whole text. */
export const TEXT_COLUMNS = [
  ...named('terms | lines | terms present | top soft near | terms named | names present'),
  ...named('has context | has task | task present | begins later | has line number'),
  ...HINT_COLUMNS,
  ...FAMILIES.map((family) => `family ${family}` as const),
  ...MEAN_COLUMNS.map((name) => `mean of ${name}` as const),
]
export type TextColumn = (typeof TEXT_COLUMNS)[number]
