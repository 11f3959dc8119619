// A change of a text as a unified diff, for people to review and for `patch` to apply.
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

export function unifiedDiff(file: string, before: string | undefined, after: string): string {
  if (before === after) return ''
  const from = before === undefined ? '/dev/null' : file
  return createTwoFilesPatch(from, file, before ?? '', after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  })
}
