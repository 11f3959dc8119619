// Globs as a person quotes them: `src/**/*.{ts,md}`.

export const isGlob = (name: string): boolean => /[*?[{]/.test(name)

/** The folder before the first glob character, and a matcher for paths below it, which have slashes everywhere. */
export function splitGlob(given: string, platform = process.platform): [string, RegExp] {
  const glob = platform === 'win32' ? given.replaceAll('\\', '/') : given
  const steps = glob.split('/')
  const first = steps.findIndex(isGlob)
  const folder = steps.slice(0, first).join('/')
  return [folder || (glob.startsWith('/') ? '/' : '.'), globPattern(steps.slice(first).join('/'))]
}

const GLOB_SIGN = /\*\*\/|\*\*|\*|\?|\[!?[^\]]+\]|\{|\}|,|[.+^$()|\\[\]]/g

function globPattern(glob: string): RegExp {
  let open = 0
  const source = glob.replace(GLOB_SIGN, (sign) => {
    if (sign === '**/') return '(?:.*/)?'
    if (sign === '**') return '.*'
    if (sign === '*') return '[^/]*'
    if (sign === '?') return '[^/]'
    if (sign === '{') return open++ >= 0 ? '(?:' : sign
    if (sign === '}') return open-- > 0 ? ')' : '\\}'
    if (sign === ',') return open > 0 ? '|' : sign
    if (sign.length > 1) return sign.replace(/^\[!/, '[^')
    return `\\${sign}`
  })
  return new RegExp(`^${source}$`)
}
