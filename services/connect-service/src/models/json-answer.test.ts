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
])('an answer that matches its schema is taken, %j', (text) => {
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
])('an answer that does not match, %j, has its problem named', (text, problem) => {
  expect(check(text)).toEqual({ problem: expect.stringContaining(problem) })
})

test('no answer makes the check throw', () => {
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

test('a schema that cannot be read is refused', () => {
  expect(() => answerChecker({ type: 'of nothing' })).toThrow(AppError)
})
