import { AccessChanged, type EventEnvelope, OrgDeleted, OrgMemberLeft } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createAccessWatch } from './access-watch.ts'

const ada = { userId: 'usr_ada', orgId: 'org_1' }
const bob = { userId: 'usr_bob', orgId: 'org_2' }
const event = (type: string, data: unknown): EventEnvelope => ({
  id: 'evt_1',
  type,
  orgId: null,
  occurredAt: new Date(0).toISOString(),
  data,
})
const adaChanged = event(AccessChanged.type, { userId: ada.userId })

/** A watch with a timer that never fires. */
let access: ReturnType<typeof createAccessWatch>
let refused: string[]
let asked: string[]
let admitted: boolean
beforeEach(() => {
  access = createAccessWatch({ checkEveryMs: 3_600_000 })
  ;[refused, asked, admitted] = [[], [], true]
})

function watch(holder: typeof ada): () => void {
  const stillAdmitted = async () => {
    asked.push(holder.userId)
    return admitted
  }
  const stop = access.watch(holder, stillAdmitted, () => refused.push(holder.userId))
  onTestFinished(stop)
  return stop
}

test.each([
  ['access of the user changes', adaChanged],
  [
    'user leaves an organisation',
    event(OrgMemberLeft.type, { orgId: 'org_1', userId: ada.userId }),
  ],
  ['organisation is deleted', event(OrgDeleted.type, { orgId: 'org_1' })],
])('rejects a caller without access when the %s, and checks nobody else', async (_name, change) => {
  watch(ada)
  watch(bob)
  admitted = false
  access.onEvent(change)
  await eventually(async () => expect(refused).toEqual(['usr_ada']))
  expect(asked).toEqual(['usr_ada'])
})

test('keeps a caller who still has access when the access changes', async () => {
  watch(ada)
  access.onEvent(adaChanged)
  await eventually(async () => expect(asked).toEqual(['usr_ada']))
  expect(refused).toEqual([])
})

test('checks a caller if the change came before the watch began', async () => {
  admitted = false
  access.onEvent(adaChanged)
  watch(ada)
  await eventually(async () => expect(refused).toEqual(['usr_ada']))
})

test('checks nothing when the response has ended', () => {
  watch(ada)()
  access.onEvent(adaChanged)
  expect(asked).toEqual([])
})

test.each([undefined, null, 'text', { userId: 1 }, { orgId: {} }])(
  'ignores an event with data %j',
  (data) => {
    watch(ada)
    for (const { type } of [AccessChanged, OrgMemberLeft, OrgDeleted])
      access.onEvent(event(type, data))
    expect(asked).toEqual([])
  },
)

test('rejects a caller without an event when the regular check finds no access', async () => {
  access = createAccessWatch({ checkEveryMs: 5 })
  watch(ada)
  admitted = false
  await eventually(async () => expect(refused).toEqual(['usr_ada']))
})
