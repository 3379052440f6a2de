import { AppError } from '@atrium/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerChecker } from './json-answer.ts'

const schema = {
  type: 'object',
  properties: { verdict: { enum: ['yes', 'no'] }, reason: { type: 'string' } },
  required: ['verdict'],
  additionalProperties: false,
}
const check = answerChecker(schema)

test.each([
  '{"verdict":"yes"}',
  '  {"verdict":"yes"}\n',
  '```json\n{"verdict":"yes"}\n```',
  'Here it is:\n```\n{"verdict":"yes"}\n```\nDone.',
])('accepts a response that matches its schema: %j', (text) => {
  expect(check(text)).toEqual({ value: { verdict: 'yes' } })
})

test.each([
  ['', 'it is not JSON'],
  ['Yes, I think so.', 'it is not JSON'],
  ['{"verdict":"yes"', 'it is not JSON'],
  ['[]', 'the value'],
  ['{"verdict":"perhaps"}', 'verdict'],
  ['{"verdict":"yes","amount":3}', 'amount'],
  ['{"reason":"because"}', 'verdict'],
])('names the problem if a response does not match: %j', (text, problem) => {
  expect(check(text)).toEqual({ problem: expect.stringContaining(problem) })
})

test('never throws for any response', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((json) => `\`\`\`${json}`),
      ),
      (text) => {
        expect(Object.keys(check(text))).toHaveLength(1)
      },
    ),
  )
})

test('rejects a schema that cannot be read', () => {
  expect(() => answerChecker({ type: 'of nothing' })).toThrow(AppError)
})
