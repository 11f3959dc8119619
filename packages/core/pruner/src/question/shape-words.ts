// The words of a question that determine its shape: the kind of thing asked for, and the words of every
// question, which distinguish no line of a text from another.
import { wordsOf } from '../text/words.js'

/** Kinds of things of which a text has several, and the words people use for them, as singular stems. */
const KIND_WORDS = {
  callable: 'method function procedure subroutine routine operation hook',
  type: 'class type interface struct enum trait protocol subclass subtype',
  export: 'export exported api',
  getter: 'getter accessor',
  setter: 'setter mutator accessor',
  constant: 'constant',
  environment: 'env environment envvar',
  raise: 'error exception throw thrown raise raised panic failure problem',
  import: 'import include dependency',
  todo: 'todo fixme',
  field: 'field property attribute member',
  test: 'test spec testcase',
  endpoint: 'endpoint route',
  option: 'option flag switch',
  heading: 'section heading chapter topic',
  release: 'release version',
  column: 'column header',
  row: 'row record entry line event',
  key: 'key entry item element child setting',
  file: 'file path filename',
  commit: 'commit revision changeset',
} as const

export type PartKind = keyof typeof KIND_WORDS

export const KIND_NAMES = Object.values(KIND_WORDS).flatMap((words) => words.split(' '))

const KIND_OF_STEM = new Map<string, PartKind[]>()
for (const [kind, words] of Object.entries(KIND_WORDS) as [PartKind, string][])
  for (const stem of wordsOf(words))
    KIND_OF_STEM.set(stem, [...(KIND_OF_STEM.get(stem) ?? []), kind])

export function kindsOfStem(stem: string): readonly PartKind[] {
  return KIND_OF_STEM.get(stem) ?? []
}

/** Words that only frame a question: they ask, refer to the text, or name what every text has. */
const FRAME = new Set(
  wordsOf(
    `the an of to in is are for and or that this these those with on by it its be as from at about into out
    what which who whose whom where when why how does do did done was were been has have had can could would
    should will may might must not no if any all some every each both either other another more most only just
    i me my we us our you your they their them he she his her one ones
    list show tell give got gotten filter activity outline display print enumerate name names count find get see read look explain describe
    summarise summarize summary overview outline review walk run go through want need know help please let
    contain contains contained content contents hold holds include includes included consist comprise under
    inside within beneath below there here available exist exists existing offer offers provide provides
    provided define defines defined declare declares declared implement implements implemented have has
    say says said state states mention mentions discuss talk speak written write document documented
    documentation docs doc page manual text file module source code script package project document guide
    section part chapter paragraph heading topic entry block area bit piece
    whole full complete entire entirety everything many much number total exactly currently now actual actually
    value values set setting used use uses using possible various different several general produce produces
    happen happens happened occur occurs involved involve belong belongs relevant related make makes made come
    comes appear appears present current new question answer information info detail details regarding
    concerning history trace follow child children hash id event events brief briefly quick quickly short main sort kind type types thing things way call called
    something anything someone somebody nothing anywhere somewhere everywhere anyone up down like per instruction instructions informations listed list`,
  ),
)

export function isFrameWord(stem: string): boolean {
  return FRAME.has(stem)
}

/** Words of a question about what a change did. */
const CHANGE = new Set(
  wordsOf(
    `change changed changes modify modified modification modifications alter altered edit edited edits update
    updated touch touched affect affected diff patch commit commits pull request pr revision add added adds
    remove removed removes delete deleted rename renamed move moved do done introduce introduced difference
    differences differ effect impact intent purpose line lines hunk hunks replaced replace fix fixed`,
  ),
)

export function isChangeWord(stem: string): boolean {
  return CHANGE.has(stem)
}
