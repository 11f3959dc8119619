import { describe, expect, test } from 'vitest'
import { importsOf } from './lib/imports.js'
import { findLayerFaults } from './lib/layers.js'
import { readFiles } from './lib/workspace.js'

const sources = readFiles('.ts', '.mts', '.mjs', 'package.json')

test('imports point downwards, through what packages export, and never in a circle', () => {
  expect(findLayerFaults(sources)).toEqual([])
})

test('the whole workspace is looked at', () => {
  const files = [...sources.keys()]
  for (const folder of ['contracts', 'core/pruner', 'core/mcp-runtime', 'guard', 'mcp-pruner']) {
    expect(files).toContain(`packages/${folder}/src/index.ts`)
  }
  expect(files).toContain('bench/lib/table.ts')
  expect(files).toContain('test/layers.test.ts')
  expect(importsOf(sources.get('packages/guard/src/index.ts') ?? '')).toContainEqual({
    specifier: './evaluate.js',
    typeOnly: false,
  })
})

const from = (specifier: string) => `import { x } from '${specifier}'\n`

describe('the check can fail', () => {
  const packages: [string, string][] = ['contracts', 'guard', 'mcp-pruner'].map((name) => [
    `packages/${name}/package.json`,
    JSON.stringify({ exports: { '.': './src/index.ts' } }),
  ])
  const faultsOf = (files: Record<string, string>) =>
    findLayerFaults(new Map([...packages, ...Object.entries(files)]))

  test('on an upward import', () => {
    expect(faultsOf({ 'packages/contracts/src/a.ts': from('@jeeves/guard') })).toEqual([
      'packages/contracts/src/a.ts imports @jeeves/guard: it is not in a lower layer',
    ])
  })

  test('on a sideways import, even in a test and for a type alone', () => {
    const source = "import type { x } from '@jeeves/pruner'"
    const file = 'packages/core/mcp-runtime/src/a.test.ts'
    expect(faultsOf({ [file]: source })).toEqual([
      `${file} imports @jeeves/pruner: it is not in a lower layer`,
    ])
  })

  test('on a stage of the engine that imports a later one, for a type alone too', () => {
    const source = "import type { x } from '../rules/x.js'"
    const file = 'packages/core/pruner/src/evidence/a.ts'
    expect(faultsOf({ [file]: source })).toEqual([
      `${file} imports ../rules/x.js: rules comes after evidence`,
    ])
    expect(faultsOf({ 'packages/core/pruner/src/select/a.ts': source })).toEqual([])
    expect(faultsOf({ 'packages/core/pruner/src/evidence/a.test.ts': source })).toEqual([])
  })

  test('on internals by name, from anywhere', () => {
    expect(faultsOf({ 'bench/x/run.ts': from('@jeeves/guard/src/evaluate.js') })).toEqual([
      'bench/x/run.ts imports @jeeves/guard/src/evaluate.js: it is not exported',
    ])
  })

  test('on internals by relative path, however it is imported', () => {
    const path = '../../contracts/src/index.js'
    const forms = [
      from(path),
      `import '${path}'`,
      `await import('${path}')`,
      `export { x } from '${path}'`,
      `import {\n  a,\n  b,\n} from "${path}"`,
      `require('${path}')`,
      `vi.mock('${path}')`,
    ]
    for (const form of forms) {
      expect(faultsOf({ 'packages/guard/src/a.ts': form })).toEqual([
        `packages/guard/src/a.ts imports ${path}: it leaves its package; use the package's name`,
      ])
    }
  })

  test('on a package that imports a benchmark or a test', () => {
    expect(
      faultsOf({
        'packages/guard/src/a.ts': from('../../../bench/lib/table.js'),
        'packages/guard/src/b.ts': from('@jeeves/bench'),
      }),
    ).toHaveLength(2)
  })

  test('on what tests share, imported by anything else', () => {
    const files = {
      'packages/testing/package.json': JSON.stringify({ exports: { '.': './src/index.ts' } }),
      'packages/guard/src/a.ts': from('@jeeves/testing'),
      'packages/guard/src/a.test.ts': from('@jeeves/testing'),
      'packages/guard/test/b.ts': from('@jeeves/testing'),
    }
    expect(faultsOf(files)).toEqual([
      'packages/guard/src/a.ts imports @jeeves/testing: it is for tests alone',
    ])
  })

  test('on a package that does not exist', () => {
    expect(faultsOf({ 'bench/a.ts': from('@jeeves/nothing') })).toEqual([
      'bench/a.ts imports @jeeves/nothing: there is no such package',
    ])
  })

  test('on a cycle', () => {
    expect(
      faultsOf({
        'packages/guard/src/a.ts': from('./b.js'),
        'packages/guard/src/b.ts': from('./c.js') + from('./d.js'),
        'packages/guard/src/c.ts': from('./a.js'),
        'packages/guard/src/d.ts': '',
      }),
    ).toEqual([
      'import cycle: packages/guard/src/a.ts → packages/guard/src/b.ts → packages/guard/src/c.ts → packages/guard/src/a.ts',
    ])
  })

  test('on two folders that import each other, for types alone too', () => {
    expect(
      faultsOf({
        'packages/guard/src/a/one.ts': from('../b/two.js'),
        'packages/guard/src/b/two.ts': '',
        'packages/guard/src/b/three.ts': `import type { x } from '../a/one.js'`,
        'packages/guard/src/b/three.test.ts': from('../a/one.js'),
      }),
    ).toEqual([
      'folders import each other: packages/guard/src/a (packages/guard/src/a/one.ts) and packages/guard/src/b (packages/guard/src/b/three.ts)',
    ])
  })

  test('and not on a cycle of types, which is gone when the code runs', () => {
    expect(
      faultsOf({
        'packages/guard/src/a.ts': `import type { b } from './b.js'`,
        'packages/guard/src/b.ts': from('./a.js'),
      }),
    ).toEqual([])
  })

  test('and passes what is allowed', () => {
    expect(
      faultsOf({
        'packages/guard/src/a.ts': from('@jeeves/contracts') + from('./b.js') + from('zod'),
        'packages/guard/src/b.ts': from('./c.js'),
        'packages/guard/src/c.ts': '',
        'bench/x/run.ts': from('@jeeves/mcp-pruner') + from('../lib/table.js'),
      }),
    ).toEqual([])
  })
})
