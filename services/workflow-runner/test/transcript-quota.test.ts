import { inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { sweepAgentRuns } from '../src/agent-runs/leases.db.ts'
import { createTranscriptQuota } from '../src/agent-runs/transcript-quota.ts'
import { countTranscriptBytes } from '../src/agent-runs/transcripts.db.ts'
import { purgeOrg } from '../src/system/system.db.ts'
import { agentRunWorld, type Claimed, line } from './agent-run-world.ts'
import { startHarness } from './harness.ts'

const harness = await startHarness()
const { person, agoBy } = agentRunWorld(harness)
const { db } = harness
afterAll(() => harness.stop())

type Person = ReturnType<typeof person>
const toOrg = ({ me }: Person): string => me.principal.orgId ?? ''
const entries = [line('x'.repeat(900))]
/** The bytes in one transcript call. */
const each = Buffer.byteLength(JSON.stringify(entries))
const add = async ({ held }: Person, claimed: Claimed, from: number): Promise<void> =>
  expect((await held('transcript', claimed, { from, entries })).status).toBe(200)
const finish = ({ held }: Person, claimed: Claimed) =>
  held('finish', claimed, { status: 'succeeded' })
/** Starts a run with a transcript and ends it. */
const ended = async (one: Person): Promise<Claimed> => {
  const claimed = await one.started()
  await add(one, claimed, 0)
  await finish(one, claimed)
  return claimed
}
const usage = async (one: Person) => (await countTranscriptBytes(db, toOrg(one))).ofOrg

it('counts a transcript from its first entry through all attempts until its run is deleted', async () => {
  const [one, other] = [person(), person()]
  await ended(other)
  const claimed = await one.started()
  expect(await usage(one)).toBe(0)
  await add(one, claimed, 0)
  await add(one, claimed, 1)
  expect(await usage(one)).toBe(2 * each)
  await agoBy(claimed.run.id, 60 + 121)
  await eventually(async () => expect((await one.get(claimed.run.id)).status).toBe('lost'))
  expect(await usage(one)).toBe(2 * each)
  await one.me.call('POST', `/api/agent-runs/${claimed.run.id}/requeue`)
  expect(await usage(one)).toBe(2 * each)
  const again = (await one.claim()).body
  await add(one, again, 0)
  expect(await usage(one)).toBe(3 * each)
  await finish(one, again)
  expect(await usage(one)).toBe(3 * each)
  await sql`update agent_runs set finished_at = now() - interval '91 days' where id = ${claimed.run.id}`.execute(
    db,
  )
  await sweepAgentRuns(db, 90, new AbortController().signal)
  expect([await usage(one), await usage(other)]).toEqual([0, each])
})

it('counts each user separately, and nothing when an organisation is purged', async () => {
  const [one, other] = [person(), person()]
  const colleague = person({ orgId: toOrg(one) })
  for (const writer of [one, colleague, colleague, other]) await ended(writer)
  const { ofOrg, ofPersons } = await countTranscriptBytes(db, toOrg(one))
  expect(ofOrg).toBe(3 * each)
  expect(ofPersons.get(one.me.principal.userId)).toBe(each)
  expect(ofPersons.get(colleague.me.principal.userId)).toBe(2 * each)
  await inTransaction(db, undefined, (tx) => purgeOrg(tx, toOrg(one)))
  expect([await usage(one), await usage(other)]).toEqual([0, each])
})

it('shares one count between all calls of an organisation and adds what colleagues write meanwhile', async () => {
  const one = person()
  const colleague = person({ orgId: toOrg(one) })
  await ended(one)
  const quota = createTranscriptQuota({ db }, { ofOrg: each * 3, ofPerson: each * 2 })
  const [room, same] = await Promise.all([quota.of(toOrg(one)), quota.of(toOrg(one))])
  expect(room).toBe(same)
  const [first, second] = [one.me.principal.userId, colleague.me.principal.userId]
  expect(room.refusal(first, each)).toBeUndefined()
  expect(room.refusal(first, each + 1)?.limit).toBe('person')
  room.add(second, each * 2)
  expect(room.refusal(first, 1)?.limit).toBe('organisation')
  expect((await quota.of(toOrg(person()))).refusal(first, each * 2)).toBeUndefined()
})
