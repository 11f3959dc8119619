// Examples of a README: a block of TypeScript, followed by what it prints.

export interface Example {
  readonly code: string
  readonly output: string
}

const EXAMPLE = /^```ts\n([^]*?)^```\n+```text\n([^]*?)^```$/gm

export function readmeExamples(markdown: string): Example[] {
  return [...markdown.matchAll(EXAMPLE)].map(([, code = '', output = '']) => ({ code, output }))
}
