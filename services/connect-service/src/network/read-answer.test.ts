import { expect, test } from 'vitest'
import { z } from 'zod'
import { readAnswer } from './read-answer.ts'

const schema = z.looseObject({ id: z.coerce.string() })

test('parses a matching response with the schema', () => {
  expect(readAnswer(schema, { id: 7, more: true })).toEqual({ id: '7', more: true })
})

test.each([
  [false, 'retry'],
  [true, 'unknown'],
] as const)(
  'throws without quoting the response if it does not match (creates: %s, class: %s)',
  (creates, expected) => {
    const message = 'The network’s response could not be read'
    const thrown = expect.objectContaining({ class: expected, message })
    for (const json of [undefined, 'marked', { ids: 'marked' }]) {
      expect(() => readAnswer(schema, json, creates)).toThrow(thrown)
    }
  },
)
