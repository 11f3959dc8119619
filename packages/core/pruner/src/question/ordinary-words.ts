// Words that say how something is asked for, or name what every program has: a text is not about them because it
// holds them, and that it does not tells nothing.
import { wordsOf } from '../text/words.js'

const ORDINARY = new Set(
  wordsOf(
    `default cause reason purpose difference example support happen occur exist contain include return raise
    throw mean stand define declare implement locate place configure create initialize behave behaviour
    behavior error failure fail crash slow fast large small big largest biggest smallest latest newest
    oldest last recent few particular specific relevant related correct wrong good bad possible able allow
    require optional available missing new old similar common kind sort part side end time number count
    total amount size length order folder directory package process command option argument parameter
    variable config configuration setting path column row table entry record field key string object array
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
    lead bring give put fall rise grow rely cost help`,
  ),
)

/** Whether a stem is of such a word. */
export function isOrdinary(term: string): boolean {
  return ORDINARY.has(term)
}
