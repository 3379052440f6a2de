import { type EventEnvelope, newId, OrgMemberLeft } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, connectPage, type Harness, startHarness } from './harness.ts'

let harness: Harness
let ada: Caller
let id: string

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  ada = harness.person()
  id = await connectPage(ada)
})

type Announced = EventEnvelope<{ name: string; shared: boolean }>

/**
 * Waits for the given number of channel events of an organisation and returns them, oldest first.
 */
async function announced(
  count: number,
  { orgId }: Caller = ada,
): Promise<[string, string, boolean][]> {
  const found = () =>
    harness.events
      .map((line) => JSON.parse(line.slice(line.indexOf(' ') + 1)) as Announced)
      .filter((event) => event.orgId === orgId && event.type.startsWith('channel.'))
  await eventually(() => expect(found()).toHaveLength(count))
  return found().map(({ type, data }) => [type, data.name, data.shared])
}
const patch = (changes: object, caller = ada) => caller('PATCH', `/api/connectors/${id}`, changes)

test('announces renames and deletions with the facts of the channel', async () => {
  await patch({ name: 'Bakery' })
  await ada('DELETE', `/api/connectors/${id}`)
  expect(await announced(3)).toEqual([
    ['channel.connected', 'Harbour Bakery', false],
    ['channel.updated', 'Bakery', false],
    ['channel.forgotten', 'Bakery', false],
  ])
  const [forgotten] = harness.events.filter(
    (line) => line.includes('channel.forgotten') && line.includes(id),
  )
  expect(forgotten).toContain(ada.userId)
  expect(forgotten).toContain('"network":"pagenet"')
})

test('announces a shared channel to the organisation until sharing ends, without a name set in the same change', async () => {
  await patch({ shared: true })
  await patch({ shared: true })
  await patch({ name: 'Bakery' })
  await patch({ shared: false, name: 'A private name' })
  await patch({ name: 'Another one' })
  expect((await announced(5)).slice(1)).toEqual([
    ['channel.updated', 'Harbour Bakery', true],
    ['channel.updated', 'Bakery', true],
    ['channel.updated', 'Bakery', true],
    ['channel.updated', 'Another one', false],
  ])
})

test('announces the channels of a leaving member as deleted', async () => {
  await patch({ shared: true })
  const { orgId, userId } = ada
  await inTransaction(harness.deps.db, undefined, (tx) =>
    emit(tx, OrgMemberLeft, orgId, { orgId, userId }),
  )
  expect((await announced(3)).at(-1)).toEqual(['channel.forgotten', 'Harbour Bakery', true])
})

test('announces nothing if the change is refused', async () => {
  const colleague = harness.person({ orgId: ada.orgId })
  const elsewhere = harness.person({ ...ada.principal, orgId: newId('org') })
  expect((await patch({ shared: 1 })).status).toBe(400)
  for (const caller of [colleague, elsewhere]) {
    expect((await patch({ name: 'Mine' }, caller)).status).toBe(404)
    expect((await caller('DELETE', `/api/connectors/${id}`)).status).toBe(404)
  }
  await patch({})
  await patch({ name: 'Last' })
  expect((await announced(2)).at(-1)).toEqual(['channel.updated', 'Last', false])
})

test('rolls the change back if its event cannot be stored', async () => {
  const { db } = harness.deps
  await sql`alter table outbox add constraint no_events check (type not like 'channel.%') not valid`.execute(
    db,
  )
  try {
    expect((await patch({ name: 'Lost', shared: true })).status).toBe(500)
    expect((await ada('DELETE', `/api/connectors/${id}`)).status).toBe(500)
  } finally {
    await sql`alter table outbox drop constraint no_events`.execute(db)
  }
  expect((await ada('GET', '/api/connectors')).body['items']).toMatchObject([
    { id, name: 'Harbour Bakery', shared: false },
  ])
})
