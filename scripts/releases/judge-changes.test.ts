import { expect, test } from 'vitest'
import { judgeChanges } from './judge-changes.ts'

const change = {
  change: 'event task.created: title was removed',
  source: 'task.created',
  consequence: 'services of 0.1.0 cannot use it',
  instead: 'keep the field',
}
const allowed = { change: change.change, since: '0.1.0', reason: 'Nobody has read it since 0.1.0.' }
const rest = { releases: ['0.1.0'], findFile: () => 'packages/contracts/src/board/events.ts' }

test('names the file, the field, who breaks and what to do instead', () => {
  expect(judgeChanges([change], { ...rest, exceptions: [] })).toEqual([
    'packages/contracts/src/board/events.ts: event task.created: title was removed, so services of 0.1.0 cannot use it: keep the field.',
  ])
})

test('accepts a change if an exception names it', () => {
  expect(judgeChanges([change], { ...rest, exceptions: [allowed] })).toEqual([])
})

test('refuses an exception if no change needs it', () => {
  expect(judgeChanges([], { ...rest, exceptions: [allowed] })).toEqual([
    'infra/releases/exceptions.json: nothing needs "event task.created: title was removed": delete the entry.',
  ])
})

test('refuses an exception if its version is no release', () => {
  const early = { ...allowed, since: '0.2.0' }
  expect(judgeChanges([change], { ...rest, exceptions: [early] })).toEqual([
    'infra/releases/exceptions.json: "event task.created: title was removed" is possible since 0.2.0, which is no release: name the release that can live with it.',
  ])
})
