// The values and schemas that the awkward server answers with.

export const text = (value) => ({ content: [{ type: 'text', text: value }] })

export const number = { type: 'integer' }
export const object = (properties = {}) => ({ type: 'object', properties })
export const row = (i, width) => ({
  id: `row-${i}`,
  name: `Row ${i} ${'x'.repeat(width)}`,
  score: i / 7,
  ok: i % 2 === 0,
})
export const rows = (count, width) => Array.from({ length: count }, (_, i) => row(i, width))
export const structured = (value, pretty = 0) => ({
  content: [{ type: 'text', text: JSON.stringify(value, null, pretty) }],
  structuredContent: value,
})

export const rowSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    score: { type: 'number' },
    ok: { type: 'boolean' },
  },
  required: ['id', 'name'],
  additionalProperties: false,
}
export const openSchema = {
  type: 'object',
  properties: { rows: { type: 'array', items: { type: 'object' } } },
  required: ['rows'],
}
export const strictSchema = {
  type: 'object',
  properties: {
    kind: { const: 'report' },
    level: { enum: ['low', 'high'] },
    createdAt: { type: 'string', format: 'date-time' },
    code: { type: 'string', pattern: '^[A-Z]{3}-[0-9]+$' },
    body: { type: 'string', minLength: 5 },
    rows: { type: 'array', minItems: 2, items: { $ref: '#/$defs/row' } },
    extra: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['kind', 'level', 'createdAt', 'code', 'body', 'rows'],
  additionalProperties: false,
  $defs: { row: rowSchema },
}
export const stubbornSchema = {
  type: 'object',
  properties: {
    values: { type: 'array', minItems: 4000, items: { type: 'integer', minimum: 10 } },
  },
  required: ['values'],
  additionalProperties: false,
}
export const unionSchema = {
  type: 'object',
  properties: {
    result: {
      anyOf: [
        {
          type: 'object',
          properties: { type: { const: 'list' }, items: { type: 'array', items: rowSchema } },
          required: ['type', 'items'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { type: { const: 'text' }, body: { type: 'string' } },
          required: ['type', 'body'],
          additionalProperties: false,
        },
      ],
    },
  },
  required: ['result'],
  additionalProperties: false,
}
