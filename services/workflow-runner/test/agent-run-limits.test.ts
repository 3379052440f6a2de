import type { AgentRun } from '@atrium/contracts'
import { OrgMemberLeft } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { endUnheeded } from '../src/agent-runs/sweep-agent-runs.ts'
import { agentRunWorld, line, lines, messagesOf } from './agent-run-world.ts'
import { startHarness } from './harness.ts'

const quotas = { AGENT_TRANSCRIPT_BYTES_OF_ORG: '5000', AGENT_TRANSCRIPT_BYTES_OF_PERSON: '3000' }
const harness = await startHarness([], quotas)
const { person, agoBy } = agentRunWorld(harness)
const logger = pino({ level: 'silent' })
afterAll(() => harness.stop())

const thousand = (from: number) => ({ from, entries: [line('x'.repeat(900))] })

it('the transcripts of a person and of an organisation have a limit, and the run goes on', async () => {
  const one = person()
  const claimed = await one.started()
  const add = (from: number) => one.held('transcript', claimed, thousand(from))
  expect((await add(0)).body.next).toBe(1)
  expect((await add(1)).body.next).toBe(2)
  expect((await add(2)).body.next).toBe(3)
  expect(await add(3)).toMatchObject({ status: 409, body: { code: 'transcript_quota' } })
  // A repeated call adds nothing.
  expect((await add(2)).body.next).toBe(3)
  const colleague = person({ orgId: one.me.principal.orgId })
  const theirs = await colleague.started()
  const addTheirs = (from: number) => colleague.held('transcript', theirs, thousand(from))
  expect((await addTheirs(0)).body.next).toBe(1)
  expect((await addTheirs(1)).body.next).toBe(2)
  expect(await addTheirs(2)).toMatchObject({
    ...{ status: 409, body: { code: 'transcript_quota', detail: expect.stringContaining('organisation') } },
  })
  const stranger = person()
  expect((await stranger.held('transcript', await stranger.started(), thousand(0))).body.next).toBe(1)
  expect((await one.held('heartbeat', claimed)).status).toBe(200)
  expect((await one.held('finish', claimed, { status: 'succeeded' })).body.status).toBe('succeeded')
})

it('earlier attempts count, too', async () => {
  const one = person()
  const first = await one.started()
  for (const from of [0, 1]) await one.held('transcript', first, thousand(from))
  await agoBy(first.run.id, 60 + 121)
  await eventually(async () => expect((await one.get(first.run.id)).status).toBe('lost'))
  await one.me.call('POST', `/api/agent-runs/${first.run.id}/requeue`)
  const second = (await one.claim()).body
  expect((await one.held('transcript', second, thousand(0))).body.next).toBe(1)
  expect((await one.held('transcript', second, thousand(1))).body.code).toBe('transcript_quota')
})

it('a run whose agent does not stop ends a minute after the cancel, and its lease with it', async () => {
  const one = person()
  const [stubborn, young] = [await one.started(), await one.started()]
  for (const { run } of [stubborn, young]) await one.me.call('POST', `/api/agent-runs/${run.id}/cancel`)
  await sql`update agent_runs set cancel_asked_at = cancel_asked_at - case id when ${stubborn.run.id}
    then interval '60 seconds' else interval '30 seconds' end`.execute(harness.db)
  expect((await one.held('heartbeat', young)).body.cancelRequested).toBe(true)
  await endUnheeded({ db: harness.db, logger })
  expect(await one.get(stubborn.run.id)).toMatchObject({
    ...{ status: 'cancelled', leaseExpiresAt: null, finishedAt: expect.any(String) },
    error: expect.stringContaining('did not'),
  })
  for (const [verb, body] of [
    ['heartbeat', undefined],
    ['transcript', lines(0, 1)],
    ['finish', { status: 'succeeded' }],
  ] as const) {
    expect((await one.held(verb, stubborn, body)).body.code).toBe('lease_lost')
  }
  expect((await one.get(young.run.id)).status).toBe('claimed')
})

it('a second cancel does not begin the minute anew', async () => {
  const one = person()
  const { run } = await one.started()
  const cancel = () => one.me.call('POST', `/api/agent-runs/${run.id}/cancel`)
  await cancel()
  await sql`update agent_runs set cancel_asked_at = cancel_asked_at - interval '61 seconds'
    where id = ${run.id}`.execute(harness.db)
  await cancel()
  await endUnheeded({ db: harness.db, logger })
  expect((await one.get(run.id)).status).toBe('cancelled')
})

it('the runs of a member who left end at once; those of others and elsewhere stay', async () => {
  const one = person()
  const { orgId, userId } = one.me.principal
  const held = await one.started()
  const queued = await one.create()
  const colleague = person({ orgId })
  const elsewhere = person({ userId })
  const others = [await colleague.create(), await elsewhere.create()]
  const left = { orgId: orgId ?? '', userId }
  await inTransaction(harness.db, undefined, (tx) => emit(tx, OrgMemberLeft, left.orgId, left))
  await eventually(async () => {
    for (const id of [queued.id, held.run.id]) {
      expect(await one.get(id)).toMatchObject({ status: 'cancelled', finishedAt: expect.any(String) })
    }
  })
  expect((await one.held('heartbeat', held)).body.code).toBe('lease_lost')
  expect((await colleague.get(others[0]?.id ?? '')).status).toBe('queued')
  expect((await elsewhere.get(others[1]?.id ?? '')).status).toBe('queued')
})

it('a page of long runs ends early, and its limit leads to the next one', async () => {
  const one = person()
  const made: string[] = []
  for (let n = 0; n < 30; n += 1) made.unshift((await one.create({ prompt: 'x'.repeat(100_000) })).id)
  const list = async (query: string) =>
    (
      await one.me.call<{ items: AgentRun[]; total: number; limit: number; offset: number }>(
        'GET',
        `/api/agent-runs?${query}`,
      )
    ).body
  const first = await list('limit=100')
  expect(first).toMatchObject({ total: 30, limit: 20, offset: 0 })
  const second = await list(`limit=100&offset=${first.offset + first.limit}`)
  expect(second).toMatchObject({ total: 30, limit: 100, offset: 20 })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made)
  expect(await list('limit=5')).toMatchObject({ total: 30, limit: 5 })
  expect(await list('limit=5&offset=40')).toMatchObject({ items: [], total: 30, limit: 5 })
})

it('a stream tells the run at each change of its state, not at each heartbeat', async () => {
  const one = person()
  const claimed = await one.started()
  const reading = one.me.open(`/api/agent-runs/${claimed.run.id}/events`).then((answer) => answer.text())
  await one.held('transcript', claimed, lines(0, 1))
  for (let n = 1; n < 8; n += 1) {
    await one.held('heartbeat', claimed)
    await one.held('transcript', claimed, lines(n, 1))
  }
  await one.held('finish', claimed, { status: 'succeeded' })
  const messages = messagesOf(await reading)
  const states = messages.flatMap(({ event, data }) => (event === 'run' ? [data.status] : []))
  expect(new Set(states).size).toBe(states.length)
  expect(states.at(-1)).toBe('succeeded')
  expect(messages.at(-1)?.data.prompt).toBe('Build it')
})
