// Which single small bugs can be put into a source, from its syntax tree: what each one replaces, and with what.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseAst } from 'vitest/node'

const OPERATORS = {
  __proto__: null,
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
}
const METHODS = {
  __proto__: null,
  some: 'every',
  every: 'some',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
}
/** What no test should depend on: the wording of logs and errors, and whether a timer keeps a process alive. */
const IGNORED_CALLS = /^(?:log|logger|debug|console|this\.#?log\w*)\b|\.unref$/

/** All mutants of a file: `{ file, line, what, start, end, text, statement, opensStatement }`. */
export function mutantsOf(file) {
  const source = readFileSync(file, 'utf8')
  const mutants = []
  const statements = new Set()
  walk(parseAst(source, { lang: 'ts' }), undefined, (node, parent) => {
    if (node.type === 'ExpressionStatement') statements.add(node.start)
    const found = mutantOf(node, parent, source)
    const opensStatement = statements.has(node.start)
    if (found) mutants.push({ file, opensStatement, ...placeOf(node, source), ...found })
  })
  return mutants
}

function placeOf({ start, end }, source) {
  return { line: source.slice(0, start).split('\n').length, start, end }
}

/** The one that a reader wrote down: `from` is a whole expression or statement of the file. */
export function writtenMutant({ file, from, to }) {
  const source = readFileSync(file, 'utf8')
  const found = []
  const statements = new Set()
  walk(parseAst(source, { lang: 'ts' }), undefined, (node) => {
    if (node.type === 'ExpressionStatement') statements.add(node.start)
    const statement = node.type.endsWith('Statement')
    if (source.slice(node.start, node.end) === from && !(statement && found.length > 0))
      found.push({ start: node.start, end: node.end, statement })
  })
  if (found.length === 0) throw new Error(`mutate: ${file} has no expression ${from}`)
  // The outermost: a statement rather than its expression.
  const [{ start, end, statement }] = found
  const what = `${from} -> ${to}`
  const opensStatement = statements.has(start)
  return { file, what, opensStatement, ...placeOf({ start, end }, source), text: to, statement }
}

/** `count` of them, for a seed the same ones while their expressions stay. */
export function sampleOf(mutants, count, seed) {
  const alike = new Map()
  const rank = ({ file, what }) => {
    const name = `${seed} ${file} ${what}`
    const before = alike.get(name) ?? 0
    alike.set(name, before + 1)
    // Several of a file that read the same are not taken together.
    return createHash('sha256')
      .update(before === 0 ? name : `${name} ${before}`)
      .digest('hex')
  }
  return mutants
    .map((mutant) => [rank(mutant), mutant])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, count)
    .map(([, mutant]) => mutant)
}

function walk(node, parent, visit) {
  if (/^TS(?:Type|Interface|Enum|Array|Union)|^Import|^Export(?:All)/.test(node.type)) return
  if (node.type === 'CallExpression' && isIgnored(node)) return
  if (node.type === 'ThrowStatement') return
  visit(node, parent)
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'returnType' || key === 'typeArguments') continue
    if (key === 'key' && !node.computed) continue
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child.type === 'string') walk(child, node, visit)
  }
}

function isIgnored({ callee }) {
  return IGNORED_CALLS.test(nameOf(callee))
}

function nameOf(node) {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.name
  if (node.type === 'ThisExpression') return 'this'
  if (node.type !== 'MemberExpression') return ''
  return `${nameOf(node.object)}.${nameOf(node.property)}`
}

function mutantOf(node, parent, source) {
  const textOf = ({ start, end }) => source.slice(start, end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorMutant(node, textOf)
    case 'UnaryExpression':
      return node.operator === '!'
        ? { what: `${textOf(node)} without !`, text: textOf(node.argument) }
        : undefined
    case 'Literal':
      return literalMutant(node, parent)
    case 'CallExpression':
      return callMutant(node, parent, textOf)
    case 'ExpressionStatement':
      return removedCall(node, textOf)
    default:
      return undefined
  }
}

function operatorMutant({ operator, left, right }, textOf) {
  if (operator === '??')
    return { what: `${textOf(left)} without ?? ${textOf(right)}`, text: textOf(left) }
  const other = OPERATORS[operator]
  const isText = [left, right].some(
    ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string',
  )
  if (!other || (isText && /[+-]/.test(operator))) return undefined
  const [a, b] = [textOf(left), textOf(right)]
  // `a && b || c` is a different tree with either operator.
  const text = `(${a}) ${other} (${b})`
  return { what: `${a} ${operator} ${b} with ${other}`.replaceAll(/\s+/g, ' '), text }
}

function literalMutant({ value, raw }, parent) {
  if (typeof value === 'boolean') return { what: `${value} -> ${!value}`, text: String(!value) }
  const isConstant =
    parent?.type === 'VariableDeclarator' && /^[A-Z][A-Z0-9_]*$/.test(parent.id.name ?? '')
  if (typeof value === 'number' && value > 1 && isConstant)
    return { what: `${parent.id.name} = ${raw} doubled`, text: String(value * 2) }
  return undefined
}

function callMutant(node, parent, textOf) {
  const { callee, arguments: given } = node
  if (parent?.type === 'MemberExpression' || parent?.type === 'ChainExpression') return undefined
  const method = callee.type === 'MemberExpression' && !callee.optional && callee.property
  const other = method && METHODS[method.name]
  if (other) {
    const text = `(${textOf(callee.object)}).${other}(${given.map(textOf).join(', ')})`
    return { what: `${method.name} -> ${other}`, text }
  }
  if (given.length >= 2 && given.every(({ type }) => type === 'Identifier')) {
    const [first, second, ...rest] = given.map(textOf)
    const text = `${textOf(callee)}(${[second, first, ...rest].join(', ')})`
    return { what: `${textOf(node)} with swapped arguments`, text }
  }
  return undefined
}

function removedCall({ expression }, textOf) {
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression
  if (call.type === 'CallExpression' && (isIgnored(call) || call.callee.type === 'Super'))
    return undefined
  if (!/^(?:CallExpression|ChainExpression|AssignmentExpression|UpdateExpression)$/.test(call.type))
    return undefined
  const first = textOf(expression).split('\n')[0]
  return { what: `removed: ${first}`, text: '', statement: true }
}
