import { inTransaction, whileFree } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import {
  createTranscriptSumsCheck,
  type SumsOutcome,
} from '../src/agent-runs/check-transcript-sums.ts'
import { sweepAgentRuns } from '../src/agent-runs/leases.db.ts'
import { createTranscriptQuota } from '../src/agent-runs/transcript-quota.ts'
import { transcriptUsage } from '../src/agent-runs/transcript-sums.db.ts'
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
const kept = async (orgId: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ owner_id: string; bytes: string }>`
    select owner_id, bytes from agent_transcript_sums where org_id = ${orgId}`.execute(db)
  return Object.fromEntries(rows.map(({ owner_id, bytes }) => [owner_id, Number(bytes)]))
}
const usage = async (one: Person) => (await transcriptUsage(db, toOrg(one))).ofOrg

/** Checks all organisations. Returns the result and the log. */
async function check() {
  const outcomes: SumsOutcome[] = []
  const logged: object[] = []
  const logger = { error: (context: object) => void logged.push(context) } as never
  const checked = (outcome: SumsOutcome) => void outcomes.push(outcome)
  await createTranscriptSumsCheck({ db, logger, now: () => new Date(), checked })()
  return { logged, wrong: outcomes.filter((outcome) => outcome !== 'right') }
}

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
  expect(await kept(toOrg(one))).toEqual({ [one.me.principal.userId]: 2 * each })
  await one.me.call('POST', `/api/agent-runs/${claimed.run.id}/requeue`)
  expect(await usage(one)).toBe(2 * each)
  const again = (await one.claim()).body
  await add(one, again, 0)
  expect(await usage(one)).toBe(3 * each)
  await finish(one, again)
  expect(await usage(one)).toBe(3 * each)
  expect(await check()).toEqual({ logged: [], wrong: [] })
  await sql`update agent_runs set finished_at = now() - interval '91 days' where id = ${claimed.run.id}`.execute(
    db,
  )
  await sweepAgentRuns(db, 90, new AbortController().signal)
  expect([await usage(one), await usage(other)]).toEqual([0, each])
  expect(await check()).toEqual({ logged: [], wrong: [] })
})

it('changes no sum if an end is rolled back, and keeps none when an organisation is purged', async () => {
  const [one, other] = [person(), person()]
  await ended(one)
  await ended(other)
  const open = await one.started()
  await add(one, open, 0)
  const faulty = inTransaction(db, undefined, async (tx) => {
    await sql`update agent_runs set finished_at = now(), status = 'lost' where id = ${open.run.id}`.execute(
      tx,
    )
    throw new Error('A fault')
  })
  await expect(faulty).rejects.toThrow('A fault')
  expect(await kept(toOrg(one))).toEqual({ [one.me.principal.userId]: each })
  await inTransaction(db, undefined, (tx) => purgeOrg(tx, toOrg(one)))
  expect([await kept(toOrg(one)), await usage(other)]).toEqual([{}, each])
})

it('keeps exact sums when many ends and deletions are concurrent', async () => {
  const colleagues = [person()]
  for (let n = 0; n < 3; n += 1)
    colleagues.push(person({ orgId: colleagues[0]?.me.principal.orgId ?? '' }))
  const runs: [Person, Claimed][] = []
  for (const one of colleagues) {
    for (let n = 0; n < 6; n += 1) {
      const claimed = n < 3 ? await ended(one) : await one.started()
      if (n < 3) continue
      await add(one, claimed, 0)
      runs.push([one, claimed])
    }
  }
  const orgId = colleagues[0] === undefined ? '' : toOrg(colleagues[0])
  const signal = new AbortController().signal
  await sql`update agent_runs set finished_at = now() - interval '91 days'
    where org_id = ${orgId} and finished_at is not null`.execute(db)
  await Promise.all([
    ...runs.map(([one, claimed]) => finish(one, claimed)),
    ...[1, 2, 3].map(() => sweepAgentRuns(db, 90, signal)),
    ...[1, 2, 3].map(() => sql`select repair_transcript_sums(${orgId})`.execute(db)),
  ])
  expect(await check()).toEqual({ logged: [], wrong: [] })
  const sums = Object.fromEntries(colleagues.map(({ me }) => [me.principal.userId, 3 * each]))
  expect(await kept(orgId)).toEqual(sums)
})

it.each([
  ['lost', (org: string) => sql`delete from agent_transcript_sums where org_id = ${org}`],
  [
    'too high',
    (org: string) => sql`update agent_transcript_sums set bytes = bytes + 1 where org_id = ${org}`,
  ],
  [
    'of nobody',
    (org: string) => sql`insert into agent_transcript_sums values (${org}, 'usr_nobody', 5)`,
  ],
])('logs and recounts a sum if it is %s, and keeps the others', async (_case, spoil) => {
  const [one, other] = [person(), person()]
  await ended(one)
  await ended(other)
  const exact = [await kept(toOrg(one)), await kept(toOrg(other))]
  await spoil(toOrg(one)).execute(db)
  expect(await check()).toEqual({ logged: [{ org: toOrg(one), persons: 1 }], wrong: ['repaired'] })
  expect([await kept(toOrg(one)), await kept(toOrg(other))]).toEqual(exact)
  expect(await check()).toEqual({ logged: [], wrong: [] })
})

it('logs a comparison that fails and compares the organisations after it', async () => {
  const [broken = '', behind = ''] = [toOrg(person()), toOrg(person())].toSorted()
  for (const org of [broken, behind])
    await sql`insert into agent_transcript_sums values (${org}, 'usr_nobody', 5)`.execute(db)
  await sql`alter function differing_transcript_sums rename to differing_sums_of`.execute(db)
  await sql`create function differing_transcript_sums(org text) returns table (owner_id text) language plpgsql as $$
    begin
      if org = ${sql.lit(broken)} then raise exception 'out of order'; end if;
      return query select * from differing_sums_of(org);
    end $$`.execute(db)
  try {
    expect((await check()).logged).toMatchObject([
      { org: broken, err: { message: 'out of order' } },
      { org: behind, persons: 1 },
    ])
  } finally {
    await sql`drop function differing_transcript_sums`.execute(db)
    await sql`alter function differing_sums_of rename to differing_transcript_sums`.execute(db)
  }
  expect((await check()).wrong).toEqual(['repaired'])
})

it('compares nothing while another process compares', async () => {
  const one = person()
  await sql`insert into agent_transcript_sums values (${toOrg(one)}, 'usr_nobody', 5)`.execute(db)
  await whileFree(db, 'workflow.check-transcript-sums', async () => {
    expect(await check()).toEqual({ logged: [], wrong: [] })
  })
  expect((await check()).wrong).toEqual(['repaired'])
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
