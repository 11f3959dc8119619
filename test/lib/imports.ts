// Which modules a source file names. The compiler has no API to ask, and the forms are few.

const FORMS = [
  // import … from 'x', export … from 'x', over several lines too
  /^[ \t]*(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"\n]+)['"]/gm,
  // import 'x'
  /^[ \t]*import\s*['"]([^'"\n]+)['"]/gm,
  // import('x'), as a value or as a type
  /\bimport\(\s*['"]([^'"\n]+)['"]/g,
  /\brequire(?:\.resolve)?\(\s*['"]([^'"\n]+)['"]/g,
  // vi.mock('x') and the like
  /\bvi\.\w*[mM]ock\w*\(\s*['"]([^'"\n]+)['"]/g,
]

export interface Import {
  readonly specifier: string
  /** Erased when the code runs. */
  readonly typeOnly: boolean
}

export function importsOf(source: string): Import[] {
  return FORMS.flatMap((form) =>
    [...source.matchAll(form)].map(([statement, specifier = '']) => ({
      specifier,
      typeOnly: /^\s*(?:import|export)\s+type\s/.test(statement),
    })),
  )
}
