import { StartInternalRun } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from '../../test/harness.ts'
import { approvePost } from './approve-post.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({
    EMAIL_API_KEY: 'marked-email-key',
    EMAIL_API_URL: 'http://127.0.0.1:1',
    SMTP_FROM: 'Atrium <noreply@example.test>',
  })
  await harness.answer([
    rpcHandler(StartInternalRun, async ({ kind, id }) => ({ runId: `internal:${kind}:${id}` })),
  ])
})
afterAll(() => harness.stop())

const past = '2026-01-01T00:00:00.000Z'
const guest = 'guest@example.test'
const draft = (caller: Caller, to: string[], more: object = {}) =>
  caller.call('POST', '/api/tasks', {
    kind: 'post',
    title: 'Easter opening',
    body: 'We open at nine.',
    post: { platform: 'email', to },
    ...more,
  })

test('stores recipients without account or files, and drops them if the post moves to a network', async () => {
  const caller = await harness.caller()
  const to = [' Ada@Example.test', 'ada@example.TEST', 'bob@müller.test']
  const { status, body } = await draft(caller, to)
  expect([status, body.destination]).toEqual([201, { scheme: 'automated', host: 'email' }])
  expect(body.post).toMatchObject({
    platform: 'email',
    channelId: null,
    media: [],
    externalId: null,
    to: ['ada@example.test', 'bob@xn--mller-kva.test'],
  })
  const path = `/api/tasks/${body.id}`
  const other = await caller.call('PATCH', path, { post: { platform: 'shortpost' } })
  expect(other.body.post).toMatchObject({ platform: 'shortpost', to: [] })
  const back = await caller.call('PATCH', path, {
    post: { platform: 'email', to: ['ada@example.test'] },
  })
  expect([back.status, back.body.destination?.scheme, back.body.post.to]).toEqual([
    200,
    'automated',
    ['ada@example.test'],
  ])
})

test.each([
  [{ to: Array.from({ length: 51 }, (_, n) => `guest${n}@example.test`) }, 'post.to'],
  [{ to: ['ada'] }, 'post.to.0'],
  [{ to: ['ada@example.test\nBcc: bob@example.test'] }, 'post.to.0'],
  [{ channelId: 'chn_1' }, 'post.channelId'],
  [{ platform: 'shortpost', to: ['ada@example.test'] }, 'post.to'],
])('rejects %j when a post is written', async (post, path) => {
  const caller = await harness.caller()
  const answer = await draft(caller, [], { post: { platform: 'email', ...post } })
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
  expect(answer.body.errors[0].path).toBe(path)
})

test('rejects the manual arm and files', async () => {
  const caller = await harness.caller()
  const byHand = await draft(caller, [], { destination: { scheme: 'manual' } })
  expect([byHand.status, byHand.body.errors[0].path]).toEqual([400, 'destination.scheme'])
  const file = `http://localhost:3000/api/assets/${caller.orgId}/pub/0b5c4d3e-1f2a-4b3c-8d4e-5f6a7b8c9d0e.png`
  const withFile = await draft(caller, [], { post: { platform: 'email', media: [file] } })
  expect([withFile.status, withFile.body.errors[0].path]).toEqual([400, 'post.media'])
})

test('rejects an approval if recipient, subject or text is missing, or if there is a first comment', async () => {
  const caller = await harness.caller()
  for (const [more, path] of [
    [{ post: { platform: 'email', to: [] } }, 'post.to'],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ body: ' ' }, 'body'],
    [{ post: { platform: 'email', to: [guest], firstComment: 'First' } }, 'post.firstComment'],
  ] as const) {
    const { body: card } = await draft(caller, [guest], more)
    const answer = await caller.call('POST', `/api/tasks/${card.id}/approve`, { dueDate: past })
    expect([answer.status, answer.body.code]).toEqual([422, 'post_rules_failed'])
    expect(answer.body.errors.map((each: { path: string }) => each.path)).toEqual([path])
  }
})

test('rejects an approval in production if no mail sender is set up, and says so', async () => {
  const { deps } = harness
  const caller = await harness.caller()
  const { body: card } = await draft(caller, [guest])
  const bare = { ...deps, config: { ...deps.config, canMail: false } }
  const ctx = { principal: { ...caller.principal, orgId: caller.orgId } } as Parameters<
    typeof approvePost
  >[1]
  await expect(approvePost(bare, ctx, { id: card.id, dueDate: past })).rejects.toMatchObject({
    code: 'post_rules_failed',
    details: {
      errors: [{ path: 'post.platform', message: expect.stringContaining('no mail sender') }],
    },
  })
})

test('starts the mail chain when a post is published now', async () => {
  const caller = await harness.caller()
  const { body: card } = await draft(caller, [guest])
  const answer = await caller.call('POST', `/api/tasks/${card.id}/publish-now`)
  expect([answer.status, answer.body]).toEqual([202, { runId: 'internal:publish-now:email' }])
  expect((await caller.call('GET', `/api/tasks/${card.id}`)).body.status).toBe('reviewed')
  const foreign = await (await harness.caller()).call('POST', `/api/tasks/${card.id}/publish-now`)
  expect(foreign.status).toBe(404)
})
