import { describe, expect, test } from 'vitest'
import type { ConfigEdit, ConfigFormat } from './config-edit.js'
import { jsonConfig } from './json-config.js'
import { tomlConfig } from './toml-config.js'
import { yamlConfig } from './yaml-config.js'

const member: ConfigEdit = {
  kind: 'member',
  path: ['mcpServers', 'pruner'],
  value: { command: '/usr/bin/node', args: ['/d/index.js'] },
}
const element: ConfigEdit = {
  kind: 'element',
  path: ['permissions', 'allow'],
  value: 'mcp__pruner',
}
const table: ConfigEdit = {
  kind: 'member',
  path: ['mcp_servers', 'pruner'],
  value: { command: '/usr/bin/node', args: ['/d/index.js'], env: { A: 'x' } },
}
const item: ConfigEdit = {
  kind: 'element',
  path: ['mcpServers'],
  value: { name: 'pruner', command: '/usr/bin/node', args: ['/d/index.js'] },
}

const thereAndBack = (format: ConfigFormat, text: string, edit: ConfigEdit) => {
  const { text: edited, undo } = format.add(text, edit)
  if (!undo) throw new Error('nothing was added')
  expect(format.add(edited, edit)).toEqual({ text: edited })
  return { edited, back: format.remove(edited, undo), undo }
}

/** The edited text is the original with an insertion: no other byte was changed or moved. */
function expectOnlyAdded(original: string, edited: string): void {
  let at = 0
  for (const character of edited) if (character === original[at]) at += 1
  expect(original.slice(at)).toBe('')
}

const JSONS: Readonly<Record<string, string>> = {
  'another server': '{\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n',
  'comments at every place': `// top
{
  // before
  "theme": "dark", // of the theme
  /* block */ "mcpServers": {
    "other": { "command": "x" } // of the other
    // last
  }, // behind
  "permissions": { "allow": ["Bash(ls:*)"] }
  // end
}
`,
  'trailing commas': '{\n\t"mcpServers": {\n\t\t"other": {"command": "x",},\n\t},\n}\n',
  'one line': '{"a":1,"mcpServers":{"other":{"command":"x"}},"permissions":{"allow":["x"]}}',
  'an empty object on one line': '{ "mcpServers": {}, "permissions": { "allow": [] } }\n',
  'odd indentation':
    '{\n       "z": [ 1,2 ],\n   "mcpServers": {\n         "other": {"command":"x"}}\n }',
  'Windows line ends': '{\r\n  "a": 1,\r\n  "mcpServers": {\r\n    "b": {}\r\n  }\r\n}\r\n',
  'no such key yet': '{\n    "theme": "dark"\n}\n',
  'a byte order mark': '\uFEFF{\n  "a": 1\n}\n',
  'a comment in an empty object': '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
  'nothing but a comment, on one line': '{/* mine */}',
  'comments in empty places on one line':
    '{"mcpServers": {/* none */ }, "permissions": {"allow": [/* none */]}}',
}

describe.each(Object.entries(JSONS))('JSON with %s', (_name, text) => {
  test.each([member, element])('adds $path and removes it again', (edit) => {
    const { edited, back } = thereAndBack(jsonConfig, text, edit)
    expectOnlyAdded(text, edited)
    expect(back).toBe(text)
  })
})

test('JSON looks as its neighbours do', () => {
  expect(jsonConfig.add(JSONS['another server'] ?? '', member).text).toBe(`{
  "mcpServers": {
    "other": { "command": "x" },
    "pruner": {
      "command": "/usr/bin/node",
      "args": [
        "/d/index.js"
      ]
    }
  }
}
`)
  expect(jsonConfig.add(JSONS['one line'] ?? '', element).text).toContain(
    '"permissions":{"allow":["x", "mcp__pruner"]}',
  )
})

test('an empty file becomes JSON', () => {
  expect(jsonConfig.add('', element).text).toBe(
    '{\n  "permissions": {\n    "allow": [\n      "mcp__pruner"\n    ]\n  }\n}\n',
  )
})

test('what others add afterwards stays when ours is taken out', () => {
  const { text, undo } = jsonConfig.add('{\n  "a": 1\n}\n', member)
  if (!undo) throw new Error('nothing was added')
  const others = jsonConfig.add(text, {
    kind: 'member',
    path: ['mcpServers', 'late'],
    value: { command: 'y' },
  }).text
  expect(jsonConfig.parse(jsonConfig.remove(others, undo))).toEqual({
    a: 1,
    mcpServers: { late: { command: 'y' } },
  })
  const rewritten = JSON.stringify(jsonConfig.parse(text))
  expect(jsonConfig.remove(rewritten, undo)).toBe('{"a":1}')
})

test('an entry of the same name is replaced, and restored', () => {
  const text = '{\n  "mcpServers": { "pruner": { "command": "old" } }\n}\n'
  const { edited, back } = thereAndBack(jsonConfig, text, member)
  expect(jsonConfig.parse(edited)).toEqual({ mcpServers: { pruner: member.value } })
  expect(back).toBe(text)
})

const TOMLS: Readonly<Record<string, string>> = {
  'comments and other tables': `# mine
model = "gpt"   # odd   spacing
[mcp_servers.other]   # another
command = 'x'

# about features
[features]
hooks = true
`,
  'no line end at the end': 'model = "gpt"',
  'Windows line ends': 'model = "gpt"\r\n\r\n[a]\r\nb = 1\r\n',
  'an inline table': 'mcp_servers = { other = { command = "x" } } # mine\n[a]\nb = 1\n',
  'a string that looks like a table': 'a = """\n[mcp_servers.pruner]\n"""\n',
  'a table of servers that is empty': 'a = 1\n\n[mcp_servers]\n\n[z]\nb = 1\n',
  'an empty inline table': 'mcp_servers = { }\n[z]\nb = 1\n',
  'a byte order mark': '\uFEFFa = 1\n',
  'numbers that JSON has not': 'big = 9007199254740993\nodd = nan\nend = -inf\n',
  'array tables': '[[profiles]]\nname = "a"\n\n[[profiles]]\nname = "b"\n',
}

test.each(Object.entries(TOMLS))('TOML with %s takes a table and gives it back', (_name, text) => {
  const { edited, back } = thereAndBack(tomlConfig, text, table)
  expect(tomlConfig.parse(edited)).toMatchObject({ mcp_servers: { pruner: table.value } })
  // A file without a final newline gets one: only the backup in the record could tell.
  expect(back).toBe(text.endsWith('\n') ? text : `${text}\n`)
})

test('a TOML table in the middle is replaced, and its neighbours and their comments stay', () => {
  const text = `[mcp_servers.pruner]
command = "old"
[mcp_servers.pruner.env]
X = "1"

# about z
[z]
a = 1
`
  const { edited, back } = thereAndBack(tomlConfig, text, table)
  expect(edited.startsWith('# about z\n[z]\na = 1\n')).toBe(true)
  expect(tomlConfig.parse(back)).toEqual(tomlConfig.parse(text))
})

const YAMLS: Readonly<Record<string, string>> = {
  'a list and comments': `# mine
name: t
mcpServers:   # servers
  - name: other   # first
    command: x
    env:
      A: "1"
  # last
models:
  - name: m
`,
  'a list at the margin': 'mcpServers:\n- name: other\n  command: x\nz: 1\n',
  'an empty list': 'name: t\nmcpServers: []\nz: 1\n',
  'a list in brackets': 'mcpServers: [{name: a, command: x}] # mine\nz: 1\n',
  'no list yet': 'name: t\nmodels:\n  - name: m\n',
  'a key without a value': 'mcpServers:\nz: 1\n',
  'Windows line ends': 'name: t\r\nmcpServers:\r\n  - name: a\r\n    command: x\r\n',
  'the list at the end without a line end': 'mcpServers:\n  - name: a\n    command: x',
}

test.each(Object.entries(YAMLS))('YAML with %s takes an item and gives it back', (_name, text) => {
  const { edited, back } = thereAndBack(yamlConfig, text, item)
  const { mcpServers } = yamlConfig.parse(edited) as { mcpServers: unknown[] }
  expect(mcpServers.at(-1)).toEqual(item.value)
  expectOnlyAdded(text, edited)
  expect(back).toBe(text)
})

test.each(['null', '~', 'null # none'])('YAML with %s for a list takes an item', (nothing) => {
  const { edited, back } = thereAndBack(yamlConfig, `a: 1\nmcpServers: ${nothing}\nz: 1\n`, item)
  expect(yamlConfig.parse(edited)).toEqual({ a: 1, mcpServers: [item.value], z: 1 })
  expect(yamlConfig.parse(back)).toEqual({ a: 1, mcpServers: null, z: 1 })
  expect(back.includes('# none')).toBe(nothing.includes('# none'))
})

test('a YAML item of the same name is replaced, and restored', () => {
  const text =
    'mcpServers:\n  - name: pruner\n    command: old # mine\n  - name: z\n    command: y\n'
  const { edited, back } = thereAndBack(yamlConfig, text, item)
  expect(yamlConfig.parse(edited)).toEqual({
    mcpServers: [{ name: 'z', command: 'y' }, item.value],
  })
  expect(yamlConfig.parse(back)).toMatchObject({
    mcpServers: expect.arrayContaining([{ name: 'pruner', command: 'old' }]),
  })
})

test.each([
  [jsonConfig, '{ "a": 1,, }', member, 'it is not valid JSON (PropertyNameExpected in line 1)'],
  [jsonConfig, '[]', member, 'the file is not an object'],
  [jsonConfig, '{"mcpServers": 3}', member, 'mcpServers is not an object'],
  [jsonConfig, '{"permissions": {"allow": {}}}', element, 'permissions.allow is not a list'],
  [tomlConfig, 'a = \nb = 1\n', table, 'it is not valid TOML (line 1)'],
  [yamlConfig, 'a: [1\nb: 2\n', item, 'it is not valid YAML (line 2)'],
  [yamlConfig, 'mcpServers: 3\n', item, 'mcpServers is not a list'],
  [yamlConfig, 'a: 1\n...\n', item, 'mcpServers is written in a way that cannot be added to'],
  [yamlConfig, '{a: 1}\n', item, 'mcpServers is written in a way that cannot be added to'],
  [yamlConfig, 'a: 1\n---\nb: 2\n', item, 'it holds several documents'],
])('a file that cannot be edited is refused with the reason: %#', (format, text, edit, reason) => {
  expect(() => format.add(text, edit)).toThrow(reason)
})

test.each([
  ['JSON', jsonConfig, `{"a":${'['.repeat(50_000)}`, member],
  ['JSON, objects', jsonConfig, '{"a":'.repeat(50_000), member],
  ['TOML', tomlConfig, `a = ${'['.repeat(50_000)}`, table],
  ['YAML', yamlConfig, `a: ${'['.repeat(50_000)}`, item],
  ['YAML, items on one line', yamlConfig, `a:\n  ${'- '.repeat(50_000)}b\n`, item],
])('a file that is nested too deeply for its parser is left alone: %s', (_, format, text, edit) => {
  expect(() => format.add(text, edit)).toThrow('it is nested more than 500 levels deep')
})

test('brackets and dashes that do not nest are no reason to refuse a file', () => {
  const text = `{\n  "rules": [${'["- - -"], '.repeat(2000)}["[{"]]\n}\n`
  expect(jsonConfig.add(text, member).text).toContain('"pruner"')
})
