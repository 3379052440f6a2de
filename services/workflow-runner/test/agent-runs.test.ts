import { type AgentRun, type Card, GetCards } from '@atrium/contracts'
import { listOperations } from '@atrium/http'
import { rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { agent, agentRunWorld, line, lines, toMessages } from './agent-run-world.ts'
import { startHarness } from './harness.ts'
import { startStandIn } from './stand-in.ts'

// Started while the file loads, because the test matrix derives from the mounted operations.
const harness = await startHarness()
const replica = await harness.replica()
const world = agentRunWorld(harness)
afterAll(async () => {
  await replica.stop()
  await harness.stop()
})

const aCard: Card = {
  id: 'task_1',
  orgId: 'org_1',
  ownerId: 'usr_1',
  assigneeId: null,
  customerId: null,
  columnId: null,
  kind: 'task',
  title: 'A card',
  body: '',
  status: 'todo',
  tags: [],
  dueDate: null,
  dueAllDay: false,
  dueOn: null,
  destination: null,
  fields: {},
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

/** Board cards by organisation. */
const cards = new Map<string, string[]>()
const standIn = await startStandIn(harness.env, 'board', [
  rpcHandler(GetCards, async ({ orgId, ids }) => ({
    items: ids
      .filter((id) => cards.get(orgId)?.includes(id))
      .map((id) => ({ ...aCard, id, orgId })),
  })),
])
afterAll(() => standIn.stop())

const { person, agoBy, transcript } = world
describe('a run', () => {
  it('refuses a card that is missing or in another organisation, and queues nothing', async () => {
    const [{ me }, other] = [person(), person()]
    cards.set(other.me.principal.orgId ?? '', ['task_2'])
    for (const taskId of ['task_2', 'task_unknown', '\u0000']) {
      const body = { kind: 'implement', prompt: 'Build it', taskId }
      const refused = await me.call<{ code: string }>('POST', '/api/agent-runs', body)
      expect([refused.status, refused.body.code], taskId).toEqual([404, 'not_found'])
    }
    expect((await me.call<{ items: AgentRun[] }>('GET', '/api/agent-runs')).body.items).toEqual([])
  })

  it('queues, claims, starts at the first transcript line, and finishes a run', async () => {
    const { me, create, claim, get, held } = person()
    cards.set(me.principal.orgId ?? '', ['task_1'])
    const queued = await create({ taskId: 'task_1' })
    expect(queued).toMatchObject({
      kind: 'implement',
      status: 'queued',
      taskId: 'task_1',
      prompt: 'Build it',
      workspace: null,
      agent: null,
      leaseExpiresAt: null,
      result: null,
      error: null,
      startedAt: null,
      finishedAt: null,
    })
    const { status, body: claimed } = await claim()
    expect(status).toBe(200)
    expect(claimed.run).toMatchObject({ id: queued.id, status: 'claimed', agent, startedAt: null })
    const left = Date.parse(claimed.run.leaseExpiresAt ?? '') - Date.now()
    expect(Math.abs(left - 60_000)).toBeLessThan(30_000)
    expect((await held('heartbeat', claimed)).body).toMatchObject({ cancelRequested: false })
    expect((await held('transcript', claimed, lines(0, 2))).body).toEqual({ next: 2 })
    expect(await get(queued.id)).toMatchObject({ status: 'running', startedAt: expect.any(String) })
    const ended = await held('finish', claimed, { status: 'succeeded', result: 'done' })
    expect(ended).toMatchObject({
      status: 200,
      body: { status: 'succeeded', result: 'done', leaseExpiresAt: null },
    })
    expect((await get(queued.id)).finishedAt).not.toBeNull()
    const list = await me.call<{ items: AgentRun[] }>(
      'GET',
      '/api/agent-runs?status=succeeded&taskId=task_1',
    )
    expect(list.body.items.map(({ id }) => id)).toEqual([queued.id])
  })

  it('gives runs to agents first in first out, by workspace, and once', async () => {
    const { create, claim } = person()
    const made = [
      await create({ workspace: 'site' }),
      await create(),
      await create({ workspace: 'shop' }),
    ]
    const ids = []
    for (let n = 0; n < 3; n += 1) ids.push((await claim({ workspaces: ['shop'] })).body?.run?.id)
    expect(ids).toEqual([made[1]?.id, made[2]?.id, undefined])
    const both = await Promise.all([
      claim({ workspaces: ['site'] }),
      claim({ workspaces: ['site'] }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 204])
  })

  it('returns the first response if an idempotency key is repeated, and refuses invalid bodies', async () => {
    const { me, key } = person()
    const body = { kind: 'implement', prompt: 'Once' }
    const send = () =>
      me.call<AgentRun>('POST', '/api/agent-runs', body, { 'idempotency-key': 'k1' })
    const [first, second] = [await send(), await send()]
    expect(second.body.id).toBe(first.body.id)
    expect((await me.call<{ total: number }>('GET', '/api/agent-runs')).body.total).toBe(1)
    for (const wrong of [{ prompt: ' ' }, { kind: 'other' }, { more: 1 }, { workspace: '' }]) {
      expect((await me.call('POST', '/api/agent-runs', { ...body, ...wrong })).status).toBe(400)
    }
    for (const wrong of [{ waitSeconds: 31 }, { agent: {} }, { kinds: ['other'] }]) {
      const given = { agent, kinds: ['implement'], workspaces: [], ...wrong }
      expect((await key.call('POST', '/api/agent-runs/claim', given)).status).toBe(400)
    }
  })

  it('cancels a queued run at once, and asks the agent to stop if the run was claimed', async () => {
    const { me, create, claim, get, held, started } = person()
    const queued = await create()
    const cancel = (id: string) => me.call<AgentRun>('POST', `/api/agent-runs/${id}/cancel`)
    expect((await cancel(queued.id)).body.status).toBe('cancelled')
    expect((await cancel(queued.id)).body).toMatchObject({ code: 'run_finished' })
    expect((await claim()).status).toBe(204)
    const claimed = await started()
    expect((await cancel(claimed.run.id)).body).toMatchObject({
      status: 'claimed',
      cancelRequested: true,
    })
    expect((await held('heartbeat', claimed)).body.cancelRequested).toBe(true)
    await held('finish', claimed, { status: 'cancelled' })
    expect((await get(claimed.run.id)).status).toBe('cancelled')
  })
})

describe('waiting agents', () => {
  it('gives a run that is queued later to a waiting agent at either replica', async () => {
    const { create, claim, key } = person()
    const waiting = claim({ waitSeconds: 30 })
    await world.waiting(1)
    const made = await create()
    expect((await waiting).body.run.id).toBe(made.id)
    const elsewhere = world.claimAt(replica.url, key.principal)
    const second = await create()
    expect((await elsewhere).run.id).toBe(second.id)
  })

  it('gives each of a hundred runs to one of a hundred waiting agents', async () => {
    const { me, claim } = person()
    // An agent asks again if a slow machine has not created all runs in this time.
    const claimNext = async (): ReturnType<typeof claim> => {
      const answer = await claim({ waitSeconds: 30 })
      return answer.status === 204 ? claimNext() : answer
    }
    const waiting = Array.from({ length: 100 }, claimNext)
    for (let n = 0; n < 100; n += 1) {
      await me.call('POST', '/api/agent-runs', { kind: 'implement', prompt: `Run ${n}` })
    }
    const answers = await Promise.all(waiting)
    expect(new Set(answers.map(({ body }) => body.run.id)).size).toBe(100)
  })

  it('claims no run for an agent that has disconnected', async () => {
    const { create, claim, key } = person()
    const gone = new AbortController()
    const body = { agent, kinds: ['implement'], workspaces: [], waitSeconds: 30 }
    const left = key.call
      .raw('/api/agent-runs/claim', {
        method: 'POST',
        body: JSON.stringify(body),
        signal: gone.signal,
        headers: { 'content-type': 'application/json' },
      })
      .catch(() => undefined)
    await world.waiting(1)
    gone.abort()
    await left
    const made = await create()
    expect((await claim({ waitSeconds: 30 })).body.run.id).toBe(made.id)
  })
})

describe('a lease', () => {
  it('revives a lease on a late heartbeat, and loses the run without a requeue after 120 seconds', async () => {
    const { started, held, get, claim } = person()
    const claimed = await started()
    await agoBy(claimed.run.id, 60 + 100)
    expect((await held('heartbeat', claimed)).status).toBe(200)
    await agoBy(claimed.run.id, 60 + 121)
    for (const [verb, body] of [
      ['heartbeat', undefined],
      ['transcript', lines(0, 1)],
      ['finish', { status: 'succeeded' }],
    ] as const) {
      expect(await held(verb, claimed, body)).toMatchObject({
        status: 409,
        body: { code: 'lease_lost' },
      })
    }
    const lost = await eventually(async () => {
      const run = await get(claimed.run.id)
      expect(run.status).toBe('lost')
      return run
    })
    expect(lost).toMatchObject({ finishedAt: expect.any(String), error: expect.any(String) })
    expect((await claim()).status).toBe(204)
  })

  it('requeues a lost run when its user asks, and refuses the lease of the late agent', async () => {
    const { me, started, held, get, claim } = person()
    const first = await started()
    await held('transcript', first, lines(0, 3))
    const requeue = () =>
      me.call<AgentRun & { code: string }>('POST', `/api/agent-runs/${first.run.id}/requeue`)
    expect(await requeue()).toMatchObject({ status: 409, body: { code: 'run_not_lost' } })
    await agoBy(first.run.id, 60 + 121)
    await eventually(async () => expect((await get(first.run.id)).status).toBe('lost'))
    expect((await requeue()).body).toMatchObject({
      status: 'queued',
      attempt: 2,
      agent: null,
      startedAt: null,
    })
    const second = (await claim()).body
    expect(second.run.id).toBe(first.run.id)
    expect((await held('transcript', first, lines(3, 1))).body.code).toBe('lease_lost')
    expect(
      (await held('transcript', second, { from: 0, entries: [line('again')] })).body.next,
    ).toBe(1)
    expect((await transcript(me, first.run.id)).entries.map(({ text }) => text)).toEqual(['again'])
    expect((await transcript(me, first.run.id, '?attempt=1')).next).toBe(3)
    await held('finish', second, { status: 'succeeded' })
    expect((await requeue()).body.code).toBe('run_not_lost')
  })

  it('ends with the run and refuses a second finish', async () => {
    const { started, held, get } = person()
    const claimed = await started()
    await held('finish', claimed, { status: 'failed', error: 'broken' })
    expect(await held('finish', claimed, { status: 'succeeded' })).toMatchObject({ status: 409 })
    expect(await get(claimed.run.id)).toMatchObject({ status: 'failed', error: 'broken' })
  })

  it('refuses a request if its lease is missing, made up or of another run', async () => {
    const { key, started, held } = person()
    const [one, other] = [await started(), await started()]
    const path = `/api/agent-runs/${one.run.id}/heartbeat`
    expect((await key.call('POST', path)).status).toBe(400)
    expect((await held('heartbeat', { ...one, lease: 'x' })).body.code).toBe('lease_lost')
    expect((await held('heartbeat', { ...one, lease: other.lease })).body.code).toBe('lease_lost')
  })
})

describe('a transcript', () => {
  it('accepts times with any UTC offset and returns them in UTC with milliseconds', async () => {
    const { me, started, held } = person()
    const claimed = await started()
    const at = ['2026-11-24T00:00:00Z', '2026-11-24T01:00:00.25+01:00']
    const entries = at.map((moment) => ({ at: moment, stream: 'out', text: 'line' }))
    expect((await held('transcript', claimed, { from: 0, entries })).body).toEqual({ next: 2 })
    expect((await transcript(me, claimed.run.id)).entries.map((entry) => entry.at)).toEqual([
      '2026-11-24T00:00:00.000Z',
      '2026-11-24T00:00:00.250Z',
    ])
    const broken = { from: 2, entries: [{ at: 'at noon', stream: 'out', text: 'line' }] }
    expect((await held('transcript', claimed, broken)).status).toBe(400)
  })

  it('ignores repeated entries, refuses a gap, and returns the transcript in pages', async () => {
    const { me, started, held } = person()
    const claimed = await started()
    expect((await held('transcript', claimed, lines(1, 1))).body.code).toBe('transcript_gap')
    await held('transcript', claimed, lines(0, 4))
    expect((await held('transcript', claimed, lines(2, 4))).body.next).toBe(6)
    expect((await held('transcript', claimed, lines(0, 3))).body.next).toBe(6)
    const all = await transcript(me, claimed.run.id)
    expect(all.entries.map(({ text }) => text)).toEqual([0, 1, 2, 3, 4, 5].map((n) => `line ${n}`))
    expect(all.entries[0]).toEqual(line('line 0'))
    expect((await transcript(me, claimed.run.id, '?from=5')).entries).toEqual([line('line 5')])
    expect(await transcript(me, claimed.run.id, '?from=9')).toEqual({ entries: [], next: 9 })
    const long = 'x'.repeat(60_000)
    for (let from = 6; from < 46; from += 10) {
      await held('transcript', claimed, {
        from,
        entries: Array.from({ length: 10 }, () => line(long)),
      })
    }
    let [next, pages] = [0, 0]
    for (let size = 1; size > 0; pages += 1) {
      const page = await transcript(me, claimed.run.id, `?from=${next}`)
      size = page.entries.length
      next = page.next
    }
    expect([next, pages > 2]).toEqual([46, true])
  })

  it('keeps all characters except those that the database cannot store', async () => {
    const { me, started, held } = person()
    const claimed = await started()
    const texts = ['\u001b[31mred\u001b[0m', 'nul\u0000', '"quoted" \\', 'half \ud800', '😀']
    await held('transcript', claimed, { from: 0, entries: texts.map((text) => line(text)) })
    const kept = (await transcript(me, claimed.run.id)).entries.map(({ text }) => text)
    expect(kept).toEqual(['\u001b[31mred\u001b[0m', 'nul', '"quoted" \\', 'half \ufffd', '😀'])
  })

  it('streams entries and run states until the run ends, and resumes from the last event id', async () => {
    const { me, started, held } = person()
    const claimed = await started()
    const path = `/api/agent-runs/${claimed.run.id}/events`
    const reading = me.open(path).then((answer) => answer.text())
    await held('transcript', claimed, lines(0, 3))
    await eventually(async () => expect((await transcript(me, claimed.run.id)).next).toBe(3))
    await held('transcript', claimed, lines(3, 2))
    await held('finish', claimed, { status: 'succeeded' })
    const messages = toMessages(await reading)
    const entries = messages.flatMap(({ event, data }) =>
      event === 'transcript' ? data.entries : [],
    )
    expect(entries.map(({ text }: { text: string }) => text)).toEqual(
      [0, 1, 2, 3, 4].map((n) => `line ${n}`),
    )
    expect(messages.at(-1)).toMatchObject({ event: 'run', data: { status: 'succeeded' } })
    const again = await me.call.raw(path, { headers: { 'last-event-id': '1:4' } })
    expect(toMessages(await again.text())[0]?.data).toMatchObject({ from: 4, next: 5 })
  })
})

describe('access by others', () => {
  const mounted = listOperations(harness.service.app).filter(({ path }) =>
    path.startsWith('/api/agent-runs/{id}'),
  )
  const bodies: Readonly<Record<string, object>> = {
    appendTranscript: lines(0, 1),
    finishAgentRun: { status: 'succeeded' },
  }
  it.each(mounted.map((operation) => [operation.id, operation] as const))(
    'responds with 404 to %s of another org and of a colleague, and changes nothing',
    async (id, { method, path }) => {
      const { me, started, get } = person()
      const { run, lease } = await started()
      const before = await get(run.id)
      const via = 'api_key' as const
      for (const who of [
        harness.caller({ via }),
        harness.caller({ via, orgId: me.principal.orgId, role: 'owner' }),
      ]) {
        const answer = await who.call(
          method.toUpperCase(),
          path.replace('{id}', run.id),
          bodies[id],
          {
            'x-lease': lease,
          },
        )
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      }
      expect(await get(run.id)).toEqual(before)
    },
  )

  it('limits claims and lists to the principal’s own runs', async () => {
    const { me, create, claim } = person()
    await create()
    const colleague = harness.caller({ via: 'api_key', orgId: me.principal.orgId, role: 'owner' })
    const given = { agent, kinds: ['implement'], workspaces: [] }
    expect((await colleague.call('POST', '/api/agent-runs/claim', given)).status).toBe(204)
    expect((await colleague.call<{ total: number }>('GET', '/api/agent-runs')).body.total).toBe(0)
    expect((await claim()).status).toBe(200)
  })

  it('refuses agent requests if the principal uses a session', async () => {
    const { me, started } = person()
    const { run, lease } = await started()
    const given = { agent, kinds: ['implement'], workspaces: [] }
    expect((await me.call('POST', '/api/agent-runs/claim', given)).status).toBe(403)
    for (const [verb, body] of [
      ['heartbeat', undefined],
      ['transcript', lines(0, 1)],
      ['finish', { status: 'succeeded' }],
    ] as const) {
      const path = `/api/agent-runs/${run.id}/${verb}`
      expect((await me.call('POST', path, body, { 'x-lease': lease })).status).toBe(403)
    }
  })
})
