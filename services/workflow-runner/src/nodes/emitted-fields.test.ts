import { type FieldType, fieldTypes, ItemFile } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { eventCatalog } from '../events/event-catalog.ts'
import { field } from './emitted-fields.ts'
import { allNodes } from './index.ts'

const examples: Record<FieldType, z.ZodType> = {
  text: z.string().trim().min(1),
  number: z.number(),
  money: z.int(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  date: z.iso.datetime(),
  day: z.iso.date(),
  boolean: z.boolean(),
  email: z.email(),
  url: z.url(),
  id: z.string().min(1),
  file: ItemFile,
  list: z.array(z.unknown()).min(1),
  object: z.record(z.string(), z.unknown()),
}
const lists = [
  ...allNodes.map(({ type, emits }) => ({ type, fields: emits })),
  ...eventCatalog.map(({ type, payload }) => ({
    type,
    fields: payload.map(({ name, label, format, example, options }) => ({
      name,
      label,
      type: format,
      example,
      options,
    })),
  })),
]

it.each(lists)('labels each field of $type and gives an example of its type', ({ fields }) => {
  expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length)
  for (const { name, label, type, example, options } of fields) {
    expect(label, name).toMatch(/^\S.*\S$/)
    expect([name, examples[type].safeParse(example).error?.message]).toEqual([name, undefined])
    if (options !== undefined) expect(options.map(({ value }) => value)).toContain(example)
  }
})

it('gives each amount a currency next to it', () => {
  for (const { type, fields } of lists) {
    const types = fields.map((each) => each.type)
    if (types.includes('money'))
      expect([type, types]).toEqual([type, expect.arrayContaining(['currency'])])
  }
})

it('declares fields of every type', () => {
  expect(Object.keys(field).toSorted()).toEqual([...fieldTypes].toSorted())
})

it.each(allNodes.map(({ type, keywords }) => ({ type, keywords })))(
  'has words to find $type by',
  ({ keywords }) => {
    expect(keywords.length).toBeGreaterThan(1)
    expect(new Set(keywords).size).toBe(keywords.length)
  },
)

it.each([
  ['AI', 'agent'],
  ['mail', 'send_email'],
  ['card', 'update_task'],
  ['invoice', 'generate_invoices'],
  ['filter', 'if'],
  ['delay', 'wait'],
])('finds by the word "%s" the node %s', (word, type) => {
  expect(allNodes.find((each) => each.type === type)?.keywords).toContain(word)
})
