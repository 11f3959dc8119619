// Words of a question that do not show what it is about, in one place: each list for one use, as stems
// except for the last.
import { stemSet } from '../text/words.js'

/** Grammar: not a term of a question unless it has nothing else. */
export const STOP_WORDS = stemSet(
  `the an of to in is are for and or that this with on by it be as from when what how which where why
  does do not if into can has have its their between within was were will would should could there any
  all some then than so such these those we you they he she our your at about also use used using via
  but only each other more most make made way get let vs
  le la les un une des du de et ou est sont dans pour par sur avec que qui quoi comment pourquoi quand
  ce cette ces il elle ne pas au aux
  der die das und oder ist sind ein eine den dem mit von auf wie warum wo wenn nicht zu im
  el los las una es son por para con como donde cuando se del al`,
)

/** The reader's actions, or what every text has: terms, but not specific ones. */
export const GENERIC_WORDS = stemSet(
  `read file files look see check find understand structure section code implementation current existing
  need needed want wants change changes first start now let me show tell explain whole full context
  section sections line lines happen happens work works working many much long large list give given
  issue problem fix add update handle handled handling run running test tests function method class
  value values name names type types call calls user task question answer text content
  whether least instead without because while several current currently same different every exactly
  actually really please might must may after before again during always never still just even`,
)

/**
 * How something is requested, or what every program has: containing them does not make a text relevant, and
 * lacking them means nothing.
 */
export const ORDINARY_WORDS = stemSet(
  `default cause reason purpose difference example support happen occur exist contain include return raise
  throw mean stand define declare implement locate place configure create initialize behave behaviour
  behavior error failure fail crash slow fast large small big largest biggest smallest latest newest
  oldest last recent few particular specific relevant related correct wrong good bad possible able allow
  require optional available missing new old similar common kind sort part side end time number count
  total amount size length order folder directory package process command option argument parameter
  variable config configuration configured setting path column row table entry record field key string object array
  module library program script thread service server client request response message log output input
  result suite case commit branch diff version release id date memory disk port host address url link
  data item thing reach produce print write load save store open close start stop begin finish send
  receive accept reject take keep hold compute calculate check verify validate parse format convert
  decide choose select prevent ensure avoid cover affect touch modify edit remove delete insert install
  locked lock belong depend dependency signature definition declaration implementation usage caller
  reference occurrence overview detail meaning many much long often early late high low full empty whole
  safe public private internal external actual expected original previous next current own real main
  important necessary useful special single double treat deal react respond perform generate build apply
  invoke execute trigger resolve determine detect identify recognize recognise distinguish differ compare
  obtain retrieve gather collect look seek come leave enter arrive remain stay live act play wish expect
  assume suppose believe remember forget permit enable disable turn switch vary improve solve tackle
  describe document mention represent indicate denote refer point correspond relate associate serve
  provide offer expose consist comprise become seem appear involve manage control pass propagate follow
  lead bring give put fall rise grow rely cost help condition situation circumstance scenario author
  people developer risk risky sensible another someone somebody something anyone anything nobody nothing
  everybody else either neither both once twice somewhere elsewhere together already yet ever upon toward
  against along among across behind beyond despite except inside outside near onto over under through
  until unless although though since`,
)

/** They ask for all of something, or name the text itself: a question with nothing else is about the whole text. */
export const OVERVIEW_WORDS = stemSet(
  `overview outline summary summarize summarise structure layout architecture content contents everything
  entire entirety whole full complete all general high level main overall sense idea gist skim scan browse
  list read reading look looking see view open show give tell describe explain understand understanding know
  learn review inspect examine explore check go get let me need want first now then next quick quickly
  brief briefly short please help file files code module script document documents page text source class
  here there start begin organized organised laid out purpose about thing things happen happens does do
  exist existing current work works functions methods classes declarations symbols exports sections
  headings table lines change changes changed diff patch i ll m s re`,
)

/** What to do with the entries of a listing. */
export const LISTING_WORDS = stemSet('list show find name tell give file folder line')

/** Auxiliary verbs of a question; never reported as absent from a text. */
export const AUXILIARY_WORDS: ReadonlySet<string> = new Set(
  'did does done doing had having been being may might must shall ought'.split(' '),
)
