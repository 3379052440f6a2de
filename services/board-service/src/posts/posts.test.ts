import { randomUUID } from 'node:crypto'
import {
  ClaimPost,
  ReadMediaFacts,
  ReleasePost,
  SettlePost,
  StartInternalRun,
} from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { afterAll, describe, expect, test } from 'vitest'
import { type Caller, newAsset, startHarness } from '../../test/harness.ts'
import { claimDuePost, settleClaim, sweepOverdueClaims } from './claim-post.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const past = '2020-01-01T00:00:00.000Z'
const future = '2090-01-01T00:00:00.000Z'
const automated = { platform: 'shortpost', channelId: 'chn_1' }
const make = async (caller: Caller, body: object = {}) =>
  (
    await caller.call('POST', '/api/tasks', {
      kind: 'post',
      body: 'Hello',
      post: automated,
      ...body,
    })
  ).body
const reviewed = async (caller: Caller, dueDate = past) => {
  const card = await make(caller)
  const answer = await caller.call('POST', `/api/tasks/${card.id}/approve`, { dueDate })
  expect(answer.status).toBe(200)
  return answer.body
}
describe('automated arm', () => {
  test('creates a post as a draft with its network and host', async () => {
    const caller = await harness.caller()
    expect(await make(caller)).toMatchObject({
      kind: 'post',
      title: '',
      status: 'draft',
      destination: { scheme: 'automated', host: 'x.com' },
      post: {
        platform: 'shortpost',
        channelId: 'chn_1',
        link: null,
        linkHandling: 'keep',
        media: [],
        firstComment: null,
        externalId: null,
        externalUrl: null,
        failure: null,
      },
    })
    const byHost = await make(caller, {
      post: {},
      destination: { scheme: 'manual', host: 'www.linkedin.com' },
    })
    expect(byHost.post.platform).toBe('pronet')
    for (const [body, path] of [
      [{ post: {} }, 'post.platform'],
      [{ destination: { scheme: 'automated', host: 'linkedin.com' } }, 'destination.host'],
      [{ destination: { scheme: 'mailto' } }, 'destination.scheme'],
      [{ destination: { scheme: 'manual' } }, 'post.channelId'],
      [{ post: { ...automated, media: ['https://example.com/a.png'] } }, 'post.media.0'],
      [{ post: { ...automated, externalId: '1' } }, 'post.externalId'],
    ] as const) {
      const answer = await caller.call('POST', '/api/tasks', {
        kind: 'post',
        post: automated,
        ...body,
      })
      expect([answer.status, answer.body.errors?.[0]?.path], JSON.stringify(body)).toEqual([
        400,
        path,
      ])
    }
  })

  test('rejects an approval if the network takes no video of this length', async () => {
    const caller = await harness.caller()
    harness.channels.set('chn_long', { network: 'shortpost' })
    const video = newAsset(caller.orgId, 'mp4')
    const facts = { bytes: 1_000, width: 1_280, height: 720, durationMs: 141_000 }
    const end = await harness.answer([
      rpcHandler(ReadMediaFacts, async () => ({ facts: { [video.key]: facts } })),
    ])
    const post = { platform: 'shortpost', channelId: 'chn_long', media: [video.url] }
    const card = await make(caller, { post })
    const refused = await caller.call('POST', `/api/tasks/${card.id}/approve`, { dueDate: future })
    expect([refused.status, refused.body.code]).toEqual([422, 'post_rules_failed'])
    expect(refused.body.errors).toEqual([
      { path: 'post.media', message: expect.stringContaining('at most 2.3 minutes') },
    ])
    await end()
  })

  test('rejects an approval if the network takes no picture of this shape', async () => {
    const caller = await harness.caller()
    harness.channels.set('chn_shape', { network: 'photonet' })
    const [tall, fine] = [newAsset(caller.orgId, 'jpg'), newAsset(caller.orgId, 'jpg')]
    const asked: string[][] = []
    const end = await harness.answer([
      rpcHandler(ReadMediaFacts, async ({ orgId, keys }) => {
        expect(orgId).toBe(caller.orgId)
        asked.push(keys)
        const facts = {
          [tall.key]: { bytes: 1_000, width: 500, height: 1_000, durationMs: null },
          [fine.key]: { bytes: 1_000, width: 500, height: 500, durationMs: null },
        }
        return {
          facts: Object.fromEntries(Object.entries(facts).filter(([key]) => keys.includes(key))),
        }
      }),
    ])
    const post = { platform: 'photonet', channelId: 'chn_shape', media: [fine.url, tall.url] }
    const card = await make(caller, { post })
    const path = `/api/tasks/${card.id}`
    const refused = await caller.call('POST', `${path}/approve`, { dueDate: future })
    expect([refused.status, refused.body.code]).toEqual([422, 'post_rules_failed'])
    expect(refused.body.errors).toEqual([
      { path: 'post.media', message: expect.stringContaining('File 2 is too tall') },
    ])
    expect((await caller.call('GET', path)).body).toEqual(card)
    const bulk = await caller.call('POST', '/api/tasks/bulk', {
      ids: [card.id],
      set: { status: 'reviewed', dueDate: future },
    })
    expect(bulk.body.refused).toMatchObject([{ code: 'post_rules_failed' }])
    expect((await caller.call('POST', `${path}/publish-now`)).body.code).toBe('post_rules_failed')
    // The file store is asked once per request, before the row is locked.
    expect(asked).toEqual([
      [fine.key, tall.key],
      [fine.key, tall.key],
      [fine.key, tall.key],
    ])
    await caller.call('PATCH', path, { post: { media: [fine.url] } })
    expect((await caller.call('POST', `${path}/approve`, { dueDate: future })).status).toBe(200)
    const changed = await caller.call('PATCH', path, { post: { media: [tall.url] } })
    expect([changed.status, changed.body.code]).toEqual([422, 'post_rules_failed'])
    asked.splice(0)
    const moved = await make(caller, { post: { ...automated, media: [tall.url] } })
    expect(
      (await caller.call('POST', `/api/tasks/${moved.id}/approve`, { dueDate: future })).status,
    ).toBe(200)
    expect(asked).toEqual([])
    await end()
  })

  test('approves a picture unchecked if the file store does not respond', async () => {
    const caller = await harness.caller()
    harness.channels.set('chn_shape', { network: 'photonet' })
    const { url } = newAsset(caller.orgId, 'jpg')
    const card = await make(caller, {
      post: { platform: 'photonet', channelId: 'chn_shape', media: [url] },
    })
    expect(
      (await caller.call('POST', `/api/tasks/${card.id}/approve`, { dueDate: future })).status,
    ).toBe(200)
  })

  test('rejects an approval with 422 if rules are broken, names each rule and changes nothing', async () => {
    const caller = await harness.caller()
    const card = await make(caller, {
      body: 'a'.repeat(281),
      post: { platform: 'shortpost' },
      destination: { scheme: 'automated' },
    })
    const refused = await caller.call('POST', `/api/tasks/${card.id}/approve`, { dueDate: future })
    expect([refused.status, refused.body.code]).toEqual([422, 'post_rules_failed'])
    expect(refused.body.errors.map((error: { path: string }) => error.path)).toEqual([
      'body',
      'post.channelId',
    ])
    expect((await caller.call('GET', `/api/tasks/${card.id}`)).body).toEqual(card)
    harness.channels.set('chn_2', { network: 'photonet' })
    const photo = await make(caller, { post: { platform: 'photonet', channelId: 'chn_2' } })
    expect(
      (await caller.call('POST', `/api/tasks/${photo.id}/approve`, { dueDate: future })).status,
    ).toBe(422)
    const media = [newAsset(caller.orgId).url]
    await caller.call('PATCH', `/api/tasks/${photo.id}`, { post: { media } })
    const approved = await caller.call('POST', `/api/tasks/${photo.id}/approve`, {
      dueDate: future,
    })
    expect(approved.body).toMatchObject({ status: 'reviewed', dueDate: future, post: { media } })
    expect((await caller.call('POST', `/api/tasks/${photo.id}/approve`, {})).status).toBe(400)
    expect(
      (await caller.call('POST', `/api/tasks/${photo.id}/approve`, { dueDate: future })).status,
    ).toBe(409)
  })

  test('rejects an edit of a reviewed post if it would break a rule', async () => {
    const caller = await harness.caller()
    const card = await reviewed(caller, future)
    const path = `/api/tasks/${card.id}`
    expect((await caller.call('PATCH', path, { body: 'a'.repeat(300) })).status).toBe(422)
    expect((await caller.call('PATCH', path, { dueDate: null })).status).toBe(422)
    expect((await caller.call('PATCH', path, { destination: { scheme: 'manual' } })).status).toBe(
      409,
    )
    expect((await caller.call('PATCH', path, { body: 'shorter' })).body).toMatchObject({
      body: 'shorter',
      status: 'reviewed',
    })
    expect((await caller.call('PATCH', path, { status: 'draft' })).body.status).toBe('draft')
  })

  test("moves a post to posting only by a claim, and settles it only with the claim's token", async () => {
    const caller = await harness.caller()
    const card = await reviewed(caller)
    const path = `/api/tasks/${card.id}`
    for (const status of ['posting', 'posted', 'unconfirmed']) {
      expect((await caller.call('PATCH', path, { status })).body.code, status).toBe(
        'invalid_transition',
      )
    }
    const { claim } = await callRpc(harness.bus, ClaimPost, { orgId: caller.orgId })
    expect(claim?.card).toMatchObject({ id: card.id, status: 'posting' })
    expect((await callRpc(harness.bus, ClaimPost, { orgId: caller.orgId })).claim).toBeNull()
    expect((await caller.call('PATCH', path, { body: 'late' })).body.code).toBe('post_locked')
    expect((await caller.call('PATCH', path, { tags: ['ok'] })).status).toBe(200)
    expect((await caller.call('DELETE', path)).body.code).toBe('post_in_flight')
    const result = {
      outcome: 'posted',
      externalId: '42',
      externalUrl: 'https://x.com/i/42',
    } as const
    const settle = (token: string) =>
      callRpc(harness.bus, SettlePost, { orgId: caller.orgId, taskId: card.id, token, result })
    await expect(settle(randomUUID())).rejects.toMatchObject({ code: 'claim_lost' })
    const settled = await settle(claim?.token ?? '')
    expect(settled.card).toMatchObject({
      status: 'posted',
      post: { externalId: '42', failure: null },
    })
    expect((await settle(claim?.token ?? '')).card).toEqual(settled.card)
    expect((await caller.call('PATCH', path, { status: 'draft' })).body.code).toBe(
      'invalid_transition',
    )
  })

  test('returns a released post to reviewed so that it can be claimed again, but not by another org', async () => {
    const caller = await harness.caller()
    const card = await reviewed(caller)
    expect(
      await claimDuePost(harness.deps, {
        orgId: (await harness.caller()).orgId,
        deadlineSeconds: 60,
      }),
    ).toBeNull()
    const { claim } = await callRpc(harness.bus, ClaimPost, {
      orgId: caller.orgId,
      channelIds: ['chn_1'],
    })
    const token = claim?.token ?? ''
    const released = await callRpc(harness.bus, ReleasePost, {
      orgId: caller.orgId,
      taskId: card.id,
      token,
    })
    expect(released.card.status).toBe('reviewed')
    await expect(
      callRpc(harness.bus, ReleasePost, { orgId: caller.orgId, taskId: card.id, token }),
    ).rejects.toMatchObject({ code: 'claim_lost' })
    expect(
      (await callRpc(harness.bus, ClaimPost, { orgId: caller.orgId, channelIds: ['chn_9'] })).claim,
    ).toBeNull()
    expect((await callRpc(harness.bus, ClaimPost, { orgId: caller.orgId })).claim?.token).not.toBe(
      token,
    )
  })

  test('marks a post as unconfirmed if its claim expires, never claims it again and accepts a late outcome', async () => {
    const caller = await harness.caller()
    const card = await reviewed(caller)
    const claim = await claimDuePost(harness.deps, { orgId: caller.orgId, deadlineSeconds: 60 })
    const later = { ...harness.deps, now: () => new Date(Date.now() + 61_000) }
    await sweepOverdueClaims(harness.deps)
    expect((await caller.call('GET', `/api/tasks/${card.id}`)).body.status).toBe('posting')
    expect(await sweepOverdueClaims(later)).toBe(1)
    const overdue = (await caller.call('GET', `/api/tasks/${card.id}`)).body
    expect(overdue).toMatchObject({
      status: 'unconfirmed',
      post: { failure: { class: 'unconfirmed' } },
    })
    expect(await claimDuePost(later, { orgId: caller.orgId, deadlineSeconds: 60 })).toBeNull()
    expect(
      await claimDuePost(later, { orgId: caller.orgId, taskId: card.id, deadlineSeconds: 60 }),
    ).toBeNull()
    const settled = await settleClaim(harness.deps, {
      orgId: caller.orgId,
      taskId: card.id,
      token: claim?.token ?? '',
      result: { outcome: 'posted', externalId: '7', externalUrl: null },
    })
    expect(settled).toMatchObject({ status: 'posted', post: { externalId: '7', failure: null } })
  })

  test('stores the cause and remedy of a failure, and lets the post be retried', async () => {
    const caller = await harness.caller()
    const card = await reviewed(caller)
    const claim = await claimDuePost(harness.deps, { orgId: caller.orgId, deadlineSeconds: 60 })
    const failure = {
      class: 'token_invalid',
      message: 'The token was revoked',
      fix: 'Connect again',
    }
    const failed = await settleClaim(harness.deps, {
      orgId: caller.orgId,
      taskId: card.id,
      token: claim?.token ?? '',
      result: { outcome: 'failed', failure },
    })
    expect(failed).toMatchObject({ status: 'failed', post: { failure } })
    const again = await caller.call('POST', `/api/tasks/${card.id}/approve`, { dueDate: past })
    expect(again.body.status).toBe('reviewed')
  })

  test('claims each of 200 due posts once and no other post when 8 workers run', async () => {
    const caller = await harness.caller()
    const card = await reviewed(caller)
    await harness.handle.db.transaction().execute(async (tx) => {
      const task = await tx
        .selectFrom('tasks')
        .selectAll()
        .where('id', '=', card.id)
        .executeTakeFirstOrThrow()
      const post = await tx
        .selectFrom('posts')
        .selectAll()
        .where('task_id', '=', card.id)
        .executeTakeFirstOrThrow()
      const ids = Array.from(
        { length: 199 },
        (_, index) => `task_${String(index).padStart(32, '0')}`,
      )
      await tx
        .insertInto('tasks')
        .values(ids.map((id) => ({ ...task, fields: '{}' as never, id })))
        .execute()
      await tx
        .insertInto('posts')
        .values(ids.map((task_id) => ({ ...post, task_id })))
        .execute()
    })
    await caller.call('POST', '/api/tasks', { kind: 'post', body: 'draft', post: automated })
    await reviewed(caller, future)
    const worker = async (): Promise<string[]> => {
      const claimed: string[] = []
      for (;;) {
        const claim = await claimDuePost(harness.deps, {
          orgId: caller.orgId,
          deadlineSeconds: 600,
        })
        if (claim === null) return claimed
        claimed.push(claim.card.id)
      }
    }
    const claimed = (await Promise.all(Array.from({ length: 8 }, worker))).flat()
    expect(claimed).toHaveLength(200)
    expect(new Set(claimed).size).toBe(200)
  })

  test('approves a draft on publish-now and starts one run, or returns 503 if there is no runner', async () => {
    const caller = await harness.caller()
    const card = await make(caller)
    const path = `/api/tasks/${card.id}/publish-now`
    expect((await caller.call('POST', path)).status).toBe(503)
    const asked: unknown[] = []
    const stop = await harness.answer([
      rpcHandler(StartInternalRun, async (input) => {
        asked.push(input)
        return { runId: 'run_1' }
      }),
    ])
    const answer = await caller.call('POST', path, undefined, { 'idempotency-key': 'once' })
    expect([answer.status, answer.body]).toEqual([202, { runId: 'run_1' }])
    const again = await caller.call('POST', path, undefined, { 'idempotency-key': 'once' })
    expect([again.status, again.body]).toEqual([202, { runId: 'run_1' }])
    expect(asked).toEqual([
      {
        orgId: caller.orgId,
        userId: caller.principal.userId,
        kind: 'publish-now',
        id: 'chn_1',
        taskId: card.id,
      },
    ])
    // A second click starts a second run, but it finds nothing to claim.
    expect(
      await claimDuePost(harness.deps, { orgId: caller.orgId, deadlineSeconds: 60 }),
    ).not.toBeNull()
    expect((await caller.call('POST', path)).status).toBe(202)
    expect(asked).toHaveLength(2)
    expect((await caller.call('GET', `/api/tasks/${card.id}`)).body.status).toBe('posting')
    await stop()
  })
})

describe('manual arm', () => {
  test('moves draft → handed_off → posted_by_hand, and never to reviewed', async () => {
    const caller = await harness.caller()
    const card = await make(caller, {
      post: { platform: 'shortpost', link: 'https://example.com/a' },
    })
    expect(card.destination).toEqual({ scheme: 'manual', host: 'x.com' })
    const call = (move: string, body?: object) =>
      caller.call('POST', `/api/tasks/${card.id}/${move}`, body)
    expect((await call('approve', { dueDate: past })).body.code).toBe('invalid_transition')
    expect(
      (await caller.call('PATCH', `/api/tasks/${card.id}`, { status: 'reviewed' })).body.code,
    ).toBe('invalid_transition')
    expect((await call('posted-by-hand')).body.code).toBe('invalid_transition')
    const composer = await caller.call('GET', `/api/tasks/${card.id}/composer`)
    expect(composer.body).toEqual({
      url: 'https://x.com/intent/post?text=Hello&url=https%3A%2F%2Fexample.com%2Fa',
      cannotCarry: [],
    })
    expect((await call('handed-off')).body.status).toBe('handed_off')
    expect((await call('handed-off')).status).toBe(409)
    const done = await call('posted-by-hand', { externalUrl: 'https://x.com/i/1' })
    expect(done.body).toMatchObject({
      status: 'posted_by_hand',
      post: { externalUrl: 'https://x.com/i/1' },
    })
    expect((await caller.call('PATCH', `/api/tasks/${card.id}`, { status: 'posted' })).status).toBe(
      409,
    )
    expect(
      await claimDuePost(harness.deps, { orgId: caller.orgId, deadlineSeconds: 60 }),
    ).toBeNull()
  })

  test('opens no composer for automated posts or other cards', async () => {
    const caller = await harness.caller()
    const post = await make(caller)
    expect((await caller.call('GET', `/api/tasks/${post.id}/composer`)).body.code).toBe(
      'not_manual',
    )
    const { body: task } = await caller.call('POST', '/api/tasks', { title: 'x' })
    expect((await caller.call('GET', `/api/tasks/${task.id}/composer`)).body.code).toBe(
      'not_a_post',
    )
    expect((await caller.call('POST', `/api/tasks/${task.id}/handed-off`)).body.code).toBe(
      'not_a_post',
    )
  })
})
