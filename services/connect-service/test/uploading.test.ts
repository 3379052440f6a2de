import { createHash, randomBytes } from 'node:crypto'
import { PublishPost, type VideoUpload } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { connectAt } from './network-flow.ts'

const mib = 1_048_576
const film = randomBytes(2 * mib + 1_000)
const sha256 = createHash('sha256').update(film).digest('hex')
const about = { title: 'How we bake', sizeBytes: film.length, contentType: 'video/mp4' }
const dashboard = 'http://localhost:5000'

describe.each(['direct', 'relay'] as const)('upload over the transport %s', (transport) => {
  let harness: Harness
  let person: Caller
  let channelId: string
  const sandbox = () => harness.sandbox.videonet

  beforeAll(async () => {
    harness = await startHarness({
      networks: ['videonet'],
      env: { VIDEONET_UPLOAD_TRANSPORT: transport, DASHBOARD_URL: dashboard },
    })
  })
  afterAll(() => harness.stop())
  beforeEach(async () => {
    sandbox().faults.clear()
    sandbox().videos.splice(0)
    person = harness.person()
    channelId = await connectAt(person, 'videonet')
  })

  const begin = async (more: object = {}): Promise<VideoUpload> => {
    const answer = await person('POST', '/api/connect/videonet/uploads', {
      channelId,
      ...about,
      ...more,
    })
    expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('upl_')])
    return answer.body as unknown as VideoUpload
  }
  const ask = async ({ id }: VideoUpload): Promise<VideoUpload> =>
    (await person('GET', `/api/connect/videonet/uploads/${id}`)).body as unknown as VideoUpload
  /** Sends one chunk like a page does: to the network itself, or to this API. */
  const send = async (
    upload: VideoUpload,
    start: number,
    end: number,
    range?: string,
  ): Promise<Response> => {
    const headers = {
      'content-range': range ?? `bytes ${start}-${end - 1}/${film.length}`,
      'content-type': 'application/octet-stream',
    }
    const init = { method: 'PUT', body: film.subarray(start, end), headers } as const
    if (transport === 'direct')
      return fetch(upload.uploadUrl, { ...init, headers: { ...headers, origin: dashboard } })
    return person.raw(new URL(upload.uploadUrl).pathname, init)
  }
  const sendAll = async (upload: VideoUpload): Promise<VideoUpload> => {
    let seen = await ask(upload)
    while (seen.state === 'uploading') {
      const start = seen.receivedBytes
      await send(upload, start, Math.min(start + upload.chunkBytes, film.length))
      seen = await ask(upload)
    }
    return seen
  }
  const publish = (videoId: unknown, more: object = {}) =>
    callRpc(harness.bus, PublishPost, {
      orgId: person.orgId,
      actorId: person.userId,
      channelId,
      taskId: `task_${channelId}`,
      attemptKey: `claim_${channelId}`,
      platform: 'videonet',
      title: 'Baked',
      body: 'At night',
      link: null,
      linkHandling: 'keep',
      media: [],
      firstComment: null,
      fields: { videoId },
      ...more,
    })

  test('uploads in limited chunks to one video that stays private until its post is published', async () => {
    const upload = await begin()
    expect(upload).toMatchObject({ transport, state: 'uploading', receivedBytes: 0, videoId: null })
    expect(upload.uploadUrl.startsWith(harness.sandbox.url)).toBe(transport === 'direct')
    expect(upload.chunkBytes % 262_144).toBe(0)
    const done = await sendAll(upload)
    expect(done).toMatchObject({ state: 'complete', receivedBytes: film.length })
    expect(sandbox().videos).toMatchObject([{ id: done.videoId, privacy: 'private', sha256 }])
    expect(await ask(upload)).toEqual(done)
    expect(await publish(done.videoId)).toMatchObject({
      outcome: 'posted',
      externalId: done.videoId,
    })
    expect(sandbox().videos).toMatchObject([
      { privacy: 'public', title: 'Baked', description: 'At night' },
    ])
  })

  test('resumes at the byte that the network names', async () => {
    const upload = await begin()
    await send(upload, 0, mib)
    sandbox().cutAfterBytes = 700_000
    await send(upload, mib, 2 * mib).catch(() => undefined)
    const seen = await ask(upload)
    expect(seen).toMatchObject({ state: 'uploading', receivedBytes: mib + 524_288 })
    expect((await sendAll(upload)).state).toBe('complete')
    expect(sandbox().videos).toMatchObject([{ sha256 }])
  })

  test('reports an upload as lost if the network forgot it, and starts a new one', async () => {
    const upload = await begin()
    sandbox().sessions.clear()
    expect(await ask(upload)).toMatchObject({ state: 'gone', videoId: null })
    expect((await sendAll(await begin())).state).toBe('complete')
  })

  test('shows an upload only to its owner and only for a channel that takes uploads', async () => {
    const upload = await begin()
    const path = `/api/connect/videonet/uploads/${upload.id}`
    const stranger = harness.person({ orgId: person.principal.orgId })
    for (const answer of [
      await stranger('GET', path),
      await stranger('PUT', path),
      await stranger('POST', '/api/connect/videonet/uploads', { channelId, ...about }),
      await person('POST', '/api/connect/pagenet/uploads', { channelId, ...about }),
      await person('GET', `/api/connect/pagenet/uploads/${upload.id}`),
    ]) {
      expect([answer.status, answer.text]).toEqual([
        404,
        expect.not.stringContaining(upload.uploadUrl),
      ])
    }
    expect((await person('DELETE', `/api/connectors/${channelId}`)).status).toBe(204)
    expect((await person('GET', path)).status).toBe(404)
  })

  test('refuses content that the network does not accept', async () => {
    const refused = await person('POST', '/api/connect/videonet/uploads', {
      channelId,
      ...about,
      title: 'a <b>',
    })
    expect([refused.status, refused.body['code']]).toEqual([422, 'upload_refused'])
    for (const wrong of [
      { title: 'x'.repeat(101) },
      { sizeBytes: 0 },
      { contentType: 'image/png' },
    ]) {
      const answer = await person('POST', '/api/connect/videonet/uploads', {
        channelId,
        ...about,
        ...wrong,
      })
      expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed'])
    }
    sandbox().faults.add({ kind: 'status', status: 503, match: 'POST /upload' })
    const away = await person('POST', '/api/connect/videonet/uploads', { channelId, ...about })
    expect([away.status, away.body['code']]).toEqual([503, 'network_unavailable'])
  })

  test('invalidates the channel if its token is revoked', async () => {
    const upload = await begin()
    sandbox().tokens.endAll('revoked')
    const answer = await person('GET', `/api/connect/videonet/uploads/${upload.id}`)
    expect([answer.status, answer.body['code']]).toEqual([422, 'token_rejected'])
    expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
      { status: 'invalidated' },
    ])
  })

  test('does not publish a video if it belongs to another channel or does not exist', async () => {
    const done = await sendAll(await begin())
    for (const video of sandbox().videos) video.channelId = 'UCsomebodyelse'
    expect(await publish(done.videoId)).toMatchObject({ failure: { class: 'fix_content' } })
    expect(await publish('nothing', { attemptKey: `${channelId}-2` })).toMatchObject({
      failure: { class: 'fix_content' },
    })
  })

  test('leaks no session URL to the database, a log line or an event', async () => {
    await sendAll(await begin())
    const rows = JSON.stringify(
      await harness.deps.db.selectFrom('video_uploads').selectAll().execute(),
    )
    for (const session of sandbox().sessions.keys()) {
      expect(rows).not.toContain(session)
      expect(harness.log.text()).not.toContain(session)
      expect(harness.events.join()).not.toContain(session)
    }
  })

  test(
    transport === 'direct'
      ? 'takes no bytes here'
      : 'takes only its own chunks, and no more than one at once',
    async () => {
      const upload = await begin()
      const path = `/api/connect/videonet/uploads/${upload.id}`
      const put = (body: Uint8Array<ArrayBuffer>, range: string) =>
        person.raw(path, { method: 'PUT', body, headers: { 'content-range': range } })
      if (transport === 'direct') {
        expect((await put(film.subarray(0, mib), `bytes 0-${mib - 1}/${film.length}`)).status).toBe(
          409,
        )
        const preflight = await fetch(upload.uploadUrl, {
          method: 'OPTIONS',
          headers: { origin: dashboard },
        })
        expect(preflight.headers.get('access-control-allow-origin')).toBe(dashboard)
        return
      }
      const calls = sandbox().calls.length
      expect((await put(film.subarray(0, 100), `bytes 0-99/${film.length}`)).status).toBe(400)
      expect((await put(film.subarray(0, 100), `bytes 0-${mib - 1}/${film.length}`)).status).toBe(
        400,
      )
      expect(
        (await put(film.subarray(0, mib), `bytes 0-${mib - 1}/${film.length + 1}`)).status,
      ).toBe(400)
      expect((await put(film, `bytes 0-${mib - 1}/${film.length}`)).status).toBe(413)
      expect((await put(film, `bytes 0-${film.length - 1}/${film.length}`)).status).toBe(400)
      expect(sandbox().calls).toHaveLength(calls)
    },
  )
})
