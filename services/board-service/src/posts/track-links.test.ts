import {
  ClaimPost,
  OrgDeleted,
  publishedParts,
  ReleasePost,
  StartInternalRun,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from '../../test/harness.ts'

const apiUrl = 'https://atrium.example'
let harness: Harness
let unstated: Harness
beforeAll(async () => {
  harness = await startHarness({ API_URL: apiUrl })
  unstated = await startHarness({ API_URL: '' })
  for (const each of [harness, unstated]) {
    await each.answer([rpcHandler(StartInternalRun, async () => ({ runId: 'run_1' }))])
  }
})
afterAll(async () => {
  await Promise.all([harness.stop(), unstated.stop()])
})

/** Approves a due post and claims it as a workflow does. */
async function claim(at: Harness, caller: Caller, post: object, body = 'Hello') {
  const given = { platform: 'shortpost', channelId: 'chn_1', ...post }
  const { id } = (await caller.call('POST', '/api/tasks', { kind: 'post', body, post: given })).body
  const dueDate = new Date().toISOString()
  expect((await caller.call('POST', `/api/tasks/${id}/approve`, { dueDate })).status).toBe(200)
  return { id, ...(await claimAgain(at, caller, id)) }
}

async function claimAgain(at: Harness, caller: Caller, id: string) {
  const { claim: claimed } = await callRpc(at.bus, ClaimPost, { orgId: caller.orgId, taskId: id })
  if (claimed?.card.post === undefined) throw new Error('the post was not claimed')
  const { card, token } = claimed
  const { post } = claimed.card
  const parts = publishedParts({ ...post, title: card.title, body: card.body, fields: card.fields })
  return { token, parts, post }
}

const stored = async (caller: Caller, id: string) =>
  (await caller.call('GET', `/api/tasks/${id}`)).body
const open = (path: string, method = 'GET') =>
  fetch(`${harness.service.url}${path}`, { method, redirect: 'manual' })
const pathIn = (comment: string | null): string =>
  /https:\/\/atrium\.example(\/l\/[\w-]+)/.exec(comment ?? '')?.[1] ?? ''

test('replaces the links of the first comment and counts clicks', async () => {
  const caller = await harness.caller()
  const firstComment = 'Order at https://shop.example/bread?a=1&b=$& (or call).'
  const { id, parts } = await claim(harness, caller, { firstComment })
  expect(parts.comment).toMatch(/^Order at https:\/\/atrium\.example\/l\/[\w-]{11} \(or call\)\.$/)
  expect((await stored(caller, id)).post).toMatchObject({ firstComment, clicks: 0 })
  const path = pathIn(parts.comment)
  expect((await open(path, 'HEAD')).status).toBe(302)
  for (let n = 1; n <= 2; n += 1) {
    const response = await open(path)
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      'https://shop.example/bread?a=1&b=$&',
    ])
    expect((await stored(caller, id)).post.clicks).toBe(n)
  }
})

test('tracks the link of the post if its first comment contains the link', async () => {
  const caller = await harness.caller()
  const link = 'https://shop.example/loft'
  const post = { link, linkHandling: 'reply', firstComment: `More: ${link}` }
  const { parts } = await claim(harness, caller, post, `The loft opens ${link} on Saturday`)
  expect(parts.text).toBe('The loft opens on Saturday')
  expect(parts.comment).toBe(`More: ${apiUrl}${pathIn(parts.comment)}`)
  expect((await open(pathIn(parts.comment))).headers.get('location')).toBe(link)
})

test.each([
  ['nobody wrote the first comment', undefined, 'https://shop.example/loft'],
  [
    'a longer address has it',
    'See https://shop.example/loft/plan',
    'See https://shop.example/loft/plan',
  ],
])('leaves the link of a reply unchanged when %s', async (_when, firstComment, comment) => {
  const caller = await harness.caller()
  const link = 'https://shop.example/loft'
  const { parts } = await claim(harness, caller, { link, linkHandling: 'reply', firstComment })
  expect(parts.comment).toBe(comment)
})

test('keeps the code when the post is claimed again', async () => {
  const caller = await harness.caller()
  const first = await claim(harness, caller, { firstComment: 'https://shop.example' })
  await open(pathIn(first.parts.comment))
  await callRpc(harness.bus, ReleasePost, {
    orgId: caller.orgId,
    taskId: first.id,
    token: first.token,
  })
  const again = await claimAgain(harness, caller, first.id)
  expect([again.parts.comment, again.post.clicks]).toEqual([first.parts.comment, 1])
})

test.each([
  ['the address of the API is not stated', () => unstated, 'See https://shop.example'],
  ['the comment has no link', () => harness, 'See you there'],
])('leaves the comment unchanged when %s', async (_when, at, firstComment) => {
  const caller = await at().caller()
  const { id, parts } = await claim(at(), caller, { firstComment })
  expect(parts.comment).toBe(firstComment)
  expect((await stored(caller, id)).post.clicks).toBeNull()
})

test('returns 404 if the code is unknown, and after the organisation is deleted', async () => {
  expect((await open('/l/unknown')).status).toBe(404)
  const caller = await harness.caller()
  const { parts } = await claim(harness, caller, { firstComment: 'https://shop.example' })
  const path = pathIn(parts.comment)
  expect((await open(path)).status).toBe(302)
  await inTransaction(harness.handle.db, undefined, (tx) =>
    emit(tx, OrgDeleted, caller.orgId, { orgId: caller.orgId }),
  )
  await eventually(async () => expect((await open(path)).status).toBe(404))
})
