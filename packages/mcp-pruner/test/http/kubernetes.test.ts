// deploy/kubernetes.yaml against the schemas that Kubernetes publishes, and beside what it has in common with the
// other files.
import { readFileSync } from 'node:fs'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const read = (name: string): string =>
  readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8')

const KINDS: Readonly<Record<string, new (data: never) => { validate(): void }>> = {
  Deployment,
  Service,
  HorizontalPodAutoscaler,
  PodDisruptionBudget,
}

const documents = parseAllDocuments(read('kubernetes.yaml')).map(
  (document) => document.toJS() as { readonly kind: string },
)
const named = (kind: string) => documents.find((document) => document.kind === kind) as never

/** Validators read the members they know: one that is never read is not in the schema. */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, watched(member, `${path}.${key}`, unread)]),
  )
  for (const key of Object.keys(value)) unread.add(`${path}.${key}`)
  return new Proxy(Array.isArray(value) ? Object.values(inner) : inner, {
    get(target, key) {
      unread.delete(`${path}.${String(key)}`)
      return Reflect.get(target, key) as unknown
    },
  })
}

function faults(document: { readonly kind: string }): readonly string[] {
  const Kind = KINDS[document.kind]
  if (!Kind) return [`no schema for ${document.kind}`]
  const unread = new Set<string>()
  try {
    const model = new Kind({} as never)
    Kind.prototype.validate.call(Object.assign(model, watched(document, document.kind, unread)))
  } catch (error) {
    return [(error as Error).message]
  }
  return [...unread].map((path) => `unknown: ${path}`)
}

test.each(documents)('$kind conforms to its schema', (document) => {
  expect(faults(document)).toEqual([])
})

test('the check finds a wrong type, a missing member and an unknown one', () => {
  const [deployment] = documents
  const changed = (spec: object) => ({
    ...deployment,
    kind: 'Deployment',
    spec: { ...(deployment as unknown as { spec: object }).spec, ...spec },
  })
  expect(faults(changed({ replicas: 'two' }))).toEqual(['data/spec/replicas must be integer'])
  expect(faults(changed({ selector: undefined }))).toEqual([
    'data/spec must have required property selector',
  ])
  expect(faults(changed({ replica: 2 }))).toEqual(['unknown: Deployment.spec.replica'])
})

test('it starts what compose starts, and names of one file are those of the other', () => {
  const { spec } = named('Deployment') as { spec: { template: { spec: never } } }
  const { containers, terminationGracePeriodSeconds } = spec.template.spec as {
    containers: { args: string[]; env: { name: string }[]; ports: { containerPort: number }[] }[]
    terminationGracePeriodSeconds: number
  }
  const [container] = containers
  const { pruner } = (parse(read('compose.yaml'), { merge: true }) as never)['services'] as Record<
    string,
    { command: string[]; environment: Record<string, unknown>; stop_grace_period: string }
  >
  expect(container?.args).toEqual(pruner?.command)
  expect(container?.env.map(({ name }) => name)).toEqual(
    // Its proxies' addresses are not known beforehand.
    Object.keys(pruner?.environment ?? {}).filter((name) => !name.includes('PROXIES')),
  )
  expect(`${terminationGracePeriodSeconds}s`).toBe(pruner?.stop_grace_period)
  expect(container?.ports).toEqual([{ name: 'http', containerPort: 8006 }])
})
