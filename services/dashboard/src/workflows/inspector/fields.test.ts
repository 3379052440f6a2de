import { expect, test } from 'vitest'
import { listFields, operators, operatorWords, parseNumber } from './fields.ts'

const kinds = (properties: Record<string, unknown>, required: string[] = []) =>
  listFields({ type: 'object', properties, required }).map(({ key, edit }) => [key, edit.kind])

test('chooses an editor for each kind of parameter', () => {
  expect(
    kinds({
      connector: { type: 'string', format: 'connector' },
      destination: { type: 'string' },
      skill: { type: 'string', format: 'skill', skillKind: 'writing' },
      cron: { type: 'string' },
      tz: { type: 'string' },
      eventType: { type: 'string' },
      workflow: { type: 'string' },
      kind: { type: 'string', enum: ['task', 'link'] },
      boards: { type: 'array', items: { type: 'string', enum: ['forum'] } },
      tags: { type: 'array', items: { type: 'string' } },
      media: { type: 'array', items: { type: 'string' } },
      by: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' } } } },
      headers: { type: 'object', additionalProperties: {} },
      body: { format: 'json' },
      keep: { type: 'boolean' },
      limit: { type: 'integer' },
      title: { type: 'string', maxLength: 500 },
      publishTimes: { anyOf: [{ type: 'string' }, { type: 'array' }] },
    }),
  ).toEqual([
    ['connector', 'connector'],
    ['destination', 'destination'],
    ['skill', 'skill'],
    ['cron', 'cron'],
    ['tz', 'timezone'],
    ['eventType', 'event'],
    ['workflow', 'workflow'],
    ['kind', 'choice'],
    ['boards', 'choices'],
    ['tags', 'tags'],
    ['media', 'texts'],
    ['by', 'list'],
    ['headers', 'pairs'],
    ['body', 'json'],
    ['keep', 'switch'],
    ['limit', 'number'],
    ['title', 'text'],
    ['publishTimes', 'text'],
  ])
})

test('shows an object as its fields, and a password as a secret', () => {
  const secret = { type: 'string', format: 'password' }
  const [field] = listFields({
    type: 'object',
    properties: { signature: { type: 'object', properties: { secret } } },
  })
  const { edit } = field ?? {}
  expect(edit?.kind).toBe('record')
  expect(edit?.kind === 'record' && edit.members.map((member) => member.edit.kind)).toEqual([
    'secret',
  ])
})

test('keeps an empty value apart from the default if the default is not empty', () => {
  const toEmpty = (property: Record<string, unknown>) =>
    listFields({ type: 'object', properties: { it: property } })[0]?.empty
  expect(
    toEmpty({ type: 'array', items: { type: 'string' }, default: ['workingLocation'] }),
  ).toEqual([])
  expect(toEmpty({ type: 'string', default: 'writing:deslopped' })).toBe('')
  expect(toEmpty({ type: 'string', minLength: 1, default: 'value' })).toBeUndefined()
  expect(toEmpty({ type: 'string', enum: ['a', 'b'], default: 'a' })).toBeUndefined()
  expect(toEmpty({ type: 'array', items: {}, default: [] })).toBeUndefined()
  expect(toEmpty({ type: 'string' })).toBeUndefined()
})

test('shows conditions with their combinator as one field, and a list of conditions as rules', () => {
  const group = {
    combinator: { type: 'string', enum: ['and', 'or'] },
    conditions: { type: 'array', items: { type: 'object', properties: {} } },
  }
  expect(kinds(group, ['combinator', 'conditions'])).toEqual([['conditions', 'group']])
  const rule = { type: 'object', properties: { ...group, output: { type: 'string' } } }
  expect(kinds({ rules: { type: 'array', items: rule } })).toEqual([['rules', 'rules']])
})

test('takes the label, the default and the required mark from the schema', () => {
  const [field] = listFields({
    properties: {
      cursorPath: { type: 'string', description: 'Where the cursor is', default: 'next' },
    },
    required: ['cursorPath'],
  })
  expect(field).toMatchObject({
    label: 'Cursor path',
    help: 'Where the cursor is',
    default: 'next',
    isNeeded: true,
  })
})

test('returns no fields if the schema has no properties', () => {
  expect(listFields({ type: 'object' })).toEqual([])
})

test('describes all thirteen operators', () => {
  expect(operators).toHaveLength(13)
  expect(new Set(operators.map((operator) => operatorWords[operator])).size).toBe(13)
})

test.each([
  ['', undefined],
  [' 12 ', 12],
  ['-0.5', -0.5],
  ['{{ $json.n }}', '{{ $json.n }}'],
  ['1e9', '1e9'],
])('parses %j as %j', (typed, value) => {
  expect(parseNumber(typed)).toBe(value)
})
