import { expect, test } from 'vitest'
import { describeEffects, describeTry } from './would-words.ts'

const effect = (action: string) => ({ action, target: null, detail: null })

test('describes with counts what a try would do', () => {
  expect(describeEffects([effect('create_post')])).toBe('Would create 1 post')
  expect(describeEffects(['send_email', 'update_card', 'send_email'].map(effect))).toBe(
    'Would send 2 mails, update 1 card',
  )
  expect(describeEffects([])).toBeUndefined()
})

test("keeps a node's notes and drops its claims if nothing was done", () => {
  const created = [effect('create_post')]
  expect(
    describeTry('Posts created: 1; 1 of 2 refused: item 2 of 2: title is empty', created),
  ).toBe('Would create 1 post; 1 of 2 refused: item 2 of 2: title is empty')
  expect(describeTry(undefined, [])).toBe('')
  const at = 'the first at 2026-03-02T09:00:00.000Z'
  expect(describeTry(`Posts created: 2; already there: 1; scheduled: 2, ${at}`, created)).toBe(
    `Would create 1 post; already there: 1; would schedule 2, ${at}`,
  )
  expect(
    describeTry('1 invoices, 2 others, 1 newly filed; 1 of 3 refused: x', [
      effect('file_document'),
    ]),
  ).toBe('Would file 1 document; 1 invoices, 2 others; 1 of 3 refused: x')
})
