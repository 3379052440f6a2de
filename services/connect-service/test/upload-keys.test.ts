import type { VideoUpload } from '@atrium/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postProgress } from '../src/publishing/post-progress.ts'
import { createTokenVault, sealContext } from '../src/tokens/token-vault.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { connectAt } from './network-flow.ts'

const about = { title: 'How we bake', sizeBytes: 3_000_000, contentType: 'video/mp4' }
const path = '/api/connect/videonet/uploads'
const lost = createTokenVault('a-key-that-nobody-has-configured-any-more')

let harness: Harness
let person: Caller
let channelId: string
beforeAll(async () => {
  harness = await startHarness({
    networks: ['videonet'],
    env: { VIDEONET_UPLOAD_TRANSPORT: 'direct' },
  })
})
afterAll(() => harness.stop())
beforeEach(async () => {
  harness.sandbox.videonet.faults.clear()
  harness.sandbox.videonet.sessions.clear()
  person = harness.person()
  channelId = await connectAt(person, 'videonet')
})

const begin = async (key: string, more: object = {}, caller = person) => {
  const answer = await caller.raw(path, {
    method: 'POST',
    body: JSON.stringify({ channelId, ...about, ...more }),
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
  })
  const body = (await answer.json()) as VideoUpload & { code?: string }
  const { headers, status } = answer
  return {
    status,
    body,
    location: headers.get('location'),
    replayed: headers.get('idempotency-replayed'),
  }
}

describe('Idempotency-Key of an upload', () => {
  test('returns the first result again and asks the network once', async () => {
    const first = await begin('k')
    expect(first).toMatchObject({
      status: 201,
      location: `${path}/${first.body.id}`,
      replayed: null,
    })
    const again = await begin('k')
    expect(again).toEqual({ ...first, replayed: 'true' })
    expect(harness.sandbox.videonet.sessions.size).toBe(1)
    expect((await begin('other')).body.id).not.toBe(first.body.id)
  })

  test('starts one upload if two requests with one key arrive at once', async () => {
    const [one, two] = await Promise.all([begin('k'), begin('k')])
    expect(two.body).toEqual(one.body)
    const rows = await harness.deps.db.selectFrom('video_uploads').selectAll().execute()
    expect(rows.filter((row) => row.owner_id === person.userId)).toHaveLength(1)
  })

  test('rejects a key with another body and accepts the same key from another user', async () => {
    const { body } = await begin('k')
    expect(await begin('k', { title: 'Another' })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    const other = harness.person()
    const theirs = await connectAt(other, 'videonet')
    const answer = await begin('k', { channelId: theirs }, other)
    expect([answer.status, answer.body.id === body.id]).toEqual([201, false])
  })

  test('accepts the key again if the network was unavailable', async () => {
    harness.sandbox.videonet.faults.add({ kind: 'status', status: 503, match: 'POST /upload' })
    expect((await begin('k')).status).toBe(503)
    harness.sandbox.videonet.faults.clear()
    expect(await begin('k')).toMatchObject({ status: 201, replayed: null })
  })

  test('stores the upload URL so that nobody can read it from the table', async () => {
    const { body } = await begin('k')
    const rows = await harness.deps.db.selectFrom('idempotency_keys').selectAll().execute()
    expect(rows.some((row) => row.status === 201)).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(body.uploadUrl)
    for (const session of harness.sandbox.videonet.sessions.keys())
      expect(JSON.stringify(rows)).not.toContain(session)
  })
})

describe('value that no configured key opens', () => {
  test('responds with key_missing for an upload and for a stored response', async () => {
    const { body } = await begin('k')
    const { db } = harness.deps
    await db
      .updateTable('video_uploads')
      .set({ session: lost.seal(body.uploadUrl, sealContext.upload(body.id)) })
      .where('id', '=', body.id)
      .execute()
    await db
      .updateTable('idempotency_keys')
      .set({ body: lost.seal('{}', 'answer:x') })
      .execute()
    const read = await person('GET', `${path}/${body.id}`)
    expect([read.status, read.body['code']]).toEqual([409, 'key_missing'])
    expect(await begin('k')).toMatchObject({ status: 409, body: { code: 'key_missing' } })
  })

  test("fails with a fix for the user if an earlier attempt's state cannot be opened, and sends nothing", async () => {
    const attempt = {
      channel_id: channelId,
      task_id: 'task_1',
      fingerprint: 'f',
      attempt_key: 'k',
      org_id: person.orgId,
      owner_id: person.userId,
      kind: 'post' as const,
      started_at: new Date(),
    }
    await postProgress({ ...harness.deps, vault: lost }, attempt).keep('an upload session')
    await expect(postProgress(harness.deps, attempt).recall()).rejects.toMatchObject({
      name: 'NetworkError',
      class: 'fix_content',
      message: expect.stringContaining('Check whether the network shows the post'),
    })
    const changed = { ...attempt, fingerprint: 'another content' }
    expect(await postProgress(harness.deps, changed).recall()).toBeUndefined()
  })
})
