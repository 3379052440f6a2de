import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { parseAssetKey } from '@atrium/asset-key'
import { readAll, sumStored } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { boundary, buildForm, filePart, formType, type Part } from '../../test/forms.ts'
import { startHarness } from '../../test/harness.ts'
import { buildPng, buildWav, mp4Head, mp4Of, samples } from '../../test/media-samples.ts'

const harness = await startHarness()
afterAll(() => harness.stop())
afterEach(async () => {
  expect(await harness.leftovers()).toEqual([])
})

async function upload(orgId: string | null, parts: Part[], extra: Record<string, string> = {}) {
  const form = buildForm(...parts)
  return harness.send(
    'POST',
    '/api/assets',
    { ...form.headers, ...(await harness.as(orgId)), ...extra },
    form.body,
  )
}
const head = (method: string, headers: Record<string, string | number>) =>
  `${method} /api/assets HTTP/1.1\r\nHost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
const keep = (value: string): Part => ({ name: 'keepMetadata', body: value })
const lane = (visibility: string): Part => ({ name: 'visibility', body: visibility })

describe('POST /api/assets', () => {
  it.each(Object.entries(samples))(
    'stores %s even if another type was declared',
    async (extension, file) => {
      const orgId = newId('org')
      const answer = await upload(orgId, [filePart(file, 'whatever.exe')])
      expect(answer.status).toBe(201)
      const asset = answer.json()
      const key = parseAssetKey(String(asset['key']))
      expect(key).toMatchObject({ orgId, visibility: 'pub', extension })
      expect(asset).toEqual({
        key: key?.key,
        url: `http://api.example/api/assets/${key?.key}`,
        visibility: 'pub',
        contentType: expect.stringMatching(/^(image|audio|video)\//),
        bytes: file.length,
      })
      expect(answer.headers).toMatchObject({ location: asset['url'], 'cache-control': 'no-store' })
      expect(answer.headers['x-request-id']).toBeTruthy()
      expect(await readAll(harness.deps.store, String(asset['key']))).toEqual(file)
    },
  )

  it.each([
    ['before', [lane('priv'), filePart(buildPng())]],
    ['after', [filePart(buildPng()), lane('priv')]],
  ])('reads the lane %s the file', async (_, parts) => {
    const answer = await upload(newId('org'), parts)
    expect(answer.json()).toMatchObject({
      visibility: 'priv',
      key: expect.stringContaining('/priv/'),
    })
  })

  it.each<[string, string, Part[]]>([
    ['no part', 'file', []],
    ['no file', 'file', [lane('pub')]],
    ['a file that was not chosen', 'file', [filePart(Buffer.alloc(0), '')]],
    ['two files', 'file', [filePart(buildPng()), filePart(buildPng())]],
    ['two lanes', 'visibility', [lane('pub'), lane('pub')]],
    ['two lanes and a file', 'visibility', [lane('pub'), lane('pub'), filePart(buildPng())]],
    ['a lane before and after', 'visibility', [lane('pub'), filePart(buildPng()), lane('pub')]],
    ['a bad lane', 'visibility', [filePart(buildPng()), lane('public')]],
    ['a bad lane before the file', 'visibility', [lane('PUB'), filePart(buildPng())]],
    ['an empty lane', 'visibility', [filePart(buildPng()), lane('')]],
    ['a long lane', 'visibility', [filePart(buildPng()), lane('pub'.padEnd(5000))]],
    ['an unknown part', 'org', [filePart(buildPng()), { name: 'org', body: newId('org') }]],
    ['an unknown file', 'files', [{ ...filePart(buildPng()), name: 'files' }]],
    ['an unknown third part', 'x', [filePart(buildPng()), lane('pub'), { name: 'x', body: '' }]],
    ['two keepMetadata', 'keepMetadata', [keep('true'), keep('true'), filePart(buildPng())]],
    ['a bad keepMetadata', 'keepMetadata', [filePart(buildPng()), keep('yes')]],
    [
      'an unknown fourth part',
      'x',
      [filePart(buildPng()), lane('pub'), keep('true'), { name: 'x', body: '' }],
    ],
    [
      'a fifth part',
      '',
      [
        filePart(buildPng()),
        lane('pub'),
        keep('true'),
        { name: 'name', body: 'x' },
        { name: 'x', body: '' },
      ],
    ],
  ])('rejects %s as invalid and names %s', async (_, path, parts) => {
    const orgId = newId('org')
    const answer = await upload(orgId, parts)
    expect(answer.status).toBe(400)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      status: 400,
      errors: [{ path }],
    })
    expect(await sumStored(harness.deps.store, orgId)).toEqual({ bytes: 0, count: 0 })
  })

  it.each<[string, Record<string, string>]>([
    ['JSON', { 'content-type': 'application/json' }],
    ['a urlencoded form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['no boundary', { 'content-type': 'multipart/form-data' }],
    ['an empty boundary', { 'content-type': 'multipart/form-data; boundary=' }],
    ['another boundary', { 'content-type': 'multipart/form-data; boundary=other' }],
  ])('rejects %s as invalid', async (_, headers) => {
    const answer = await upload(newId('org'), [filePart(buildPng())], headers)
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'validation_failed' })
  })

  it.each<[string, Buffer]>([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><script>1</script>')],
    ['an empty file', Buffer.alloc(0)],
    ['a truncated header', buildPng().subarray(0, 20)],
    ['large text', Buffer.alloc(6_000_000, 'text ')],
  ])('rejects %s as unsupported', async (_, file) => {
    const answer = await upload(newId('org'), [filePart(file)])
    expect(answer.status).toBe(415)
    expect(answer.json()).toMatchObject({ code: 'unsupported_media_type' })
  })

  it.each([
    ['image', buildPng(5_000_000), buildPng(5_000_001)],
    ['audio', buildWav(50_000_000), buildWav(50_000_001)],
  ])(
    'accepts an %s of exactly its size limit and rejects one byte more',
    async (_, exact, over) => {
      const orgId = newId('org')
      expect((await upload(orgId, [filePart(exact)])).json()).toMatchObject({ bytes: exact.length })
      const refused = await upload(orgId, [filePart(over)])
      expect(refused.status).toBe(413)
      expect(refused.json()).toMatchObject({ code: 'payload_too_large' })
      expect(await sumStored(harness.deps.store, orgId)).toEqual({ bytes: exact.length, count: 1 })
    },
  )

  it('responds to an oversize upload before it ends and closes the connection without a reset', async () => {
    const form = buildForm(filePart(buildPng(100)))
    const end = form.body.subarray(-boundary.length - 8)
    const start = form.body.subarray(0, form.body.length - end.length)
    const total = 30_000_000
    const headers = {
      ...form.headers,
      ...(await harness.as(newId('org'))),
      'content-length': start.length + total + end.length,
    }
    const socket = connect(harness.port, '127.0.0.1')
    socket.write(head('POST', headers))
    socket.write(start)
    for (let written = 0; written < total; written += 1_000_000) {
      if (!socket.write(Buffer.alloc(1_000_000, 1))) await once(socket, 'drain')
    }
    socket.write(end)
    // A reset would reject here.
    const text = Buffer.concat(await socket.toArray()).toString()
    expect(text).toMatch(/^HTTP\/1.1 413 /)
    expect(text).toMatch(/\r\nConnection: close\r\n/i)
    expect(text).toContain('"code":"payload_too_large"')
  })

  it('rejects a declared length above every limit without reading', async () => {
    const headers = {
      ...buildForm(filePart(buildPng())).headers,
      ...(await harness.as(newId('org'))),
      'content-length': 2e9,
    }
    const sent = request({
      port: harness.port,
      method: 'POST',
      path: '/api/assets',
      headers,
      agent: false,
    })
    sent.flushHeaders()
    const [response] = await once(sent, 'response')
    expect(response.statusCode).toBe(413)
    sent.on('error', () => undefined)
    sent.destroy()
  })

  it('accepts a video of exactly 512,000,000 bytes in constant memory and rejects one byte more', async () => {
    const orgId = newId('org')
    const headers = await harness.as(orgId)
    const statuses: number[] = []
    for (const bytes of [512_000_000, 512_000_001]) {
      const frame = buildForm(filePart(mp4Head(bytes)))
      const tail = frame.body.subarray(-(boundary.length + 8))
      const head = frame.body.subarray(0, -tail.length)
      const sent = request({
        port: harness.port,
        method: 'POST',
        path: '/api/assets',
        agent: false,
        headers: {
          ...headers,
          'content-type': formType,
          'transfer-encoding': 'chunked',
        },
      })
      sent.on('error', () => undefined)
      const answered = once(sent, 'response')
      sent.write(head)
      const block = Buffer.alloc(1_000_000, 9)
      for (let left = bytes - 40; left > 0; left -= block.length) {
        if (!sent.write(block.subarray(0, Math.min(left, block.length)))) await once(sent, 'drain')
      }
      sent.end(tail)
      const [response] = await answered
      statuses.push(response.statusCode)
      response.resume()
    }
    expect(statuses).toEqual([201, 413])
    expect(await sumStored(harness.deps.store, orgId)).toEqual({ bytes: 512_000_000, count: 1 })
    await harness.deps.store.purge(orgId)
  })

  it('requires a caller and an active org before it reads the body', async () => {
    const form = buildForm(filePart(buildPng()))
    const anonymous = await harness.send('POST', '/api/assets', form.headers, form.body)
    expect([anonymous.status, anonymous.json()['code']]).toEqual([401, 'unauthenticated'])
    const homeless = await upload(null, [filePart(buildPng())])
    expect([homeless.status, homeless.json()['code']]).toEqual([400, 'no_active_org'])
    const forged = await upload(newId('org'), [filePart(buildPng())], {
      'x-atrium-principal': 'forged',
    })
    expect([forged.status, forged.json()['code']]).toEqual([401, 'invalid_credentials'])
  })

  it('leaves nothing if an upload is cut off', async () => {
    const orgId = newId('org')
    const form = buildForm(filePart(mp4Of(3_000_000)))
    const headers = { ...form.headers, ...(await harness.as(orgId)) }
    const sent = request({
      port: harness.port,
      method: 'POST',
      path: '/api/assets',
      headers,
      agent: false,
    })
    sent.on('error', () => undefined)
    sent.write(form.body.subarray(0, 2_000_000))
    await eventually(async () => expect(await harness.leftovers()).toHaveLength(1))
    sent.destroy()
    await eventually(async () => expect(await harness.leftovers()).toEqual([]))
    expect(await sumStored(harness.deps.store, orgId)).toEqual({ bytes: 0, count: 0 })
  })

  it('accepts an upload that arrives in small pieces', async () => {
    const orgId = newId('org')
    const form = buildForm(lane('priv'), filePart(buildPng(3000)))
    const socket = connect(harness.port, '127.0.0.1')
    const headers = { ...form.headers, ...(await harness.as(orgId)), connection: 'close' }
    socket.write(head('POST', headers))
    for (let at = 0; at < form.body.length; at += 7) {
      socket.write(form.body.subarray(at, at + 7))
      if (at % 70 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    const text = Buffer.concat(await socket.toArray()).toString()
    expect(text).toMatch(/^HTTP\/1.1 201 /)
    expect(await sumStored(harness.deps.store, orgId)).toEqual({ bytes: 3000, count: 1 })
  })

  describe('Idempotency-Key', () => {
    const key = () => ({ 'idempotency-key': `key-${Math.random()}` })
    const again = async (
      orgId: string,
      user: string,
      parts: Part[],
      headers: Record<string, string>,
    ) => {
      const form = buildForm(...parts)
      const all = { ...form.headers, ...(await harness.as(orgId, user)), ...headers }
      return harness.send('POST', '/api/assets', all, form.body)
    }

    it('repeats the first response and stores once', async () => {
      const [orgId, user, headers] = [newId('org'), newId('usr'), key()]
      const first = await again(orgId, user, [filePart(buildPng())], headers)
      const second = await again(
        orgId,
        user,
        [lane('pub'), filePart(buildPng(), 'other.name')],
        headers,
      )
      expect(second.status).toBe(201)
      expect(second.body).toEqual(first.body)
      expect(second.headers).toMatchObject({
        location: first.headers.location,
        'idempotency-replayed': 'true',
      })
      expect(await sumStored(harness.deps.store, orgId)).toEqual({ bytes: 100, count: 1 })
    })

    it.each<[string, Part[]]>([
      ['other bytes', [filePart(buildPng(200))]],
      ['another lane', [filePart(buildPng()), lane('priv')]],
    ])('rejects the same key with %s', async (_, parts) => {
      const [orgId, user, headers] = [newId('org'), newId('usr'), key()]
      await again(orgId, user, [filePart(buildPng())], headers)
      const refused = await again(orgId, user, parts, headers)
      expect([refused.status, refused.json()['code']]).toEqual([409, 'idempotency_key_reused'])
      expect(await sumStored(harness.deps.store, orgId)).toEqual({ bytes: 100, count: 1 })
    })

    it('does not mistake another caller or org for the first', async () => {
      const [orgId, user, headers] = [newId('org'), newId('usr'), key()]
      const first = await again(orgId, user, [filePart(buildPng())], headers)
      const others = [
        await again(orgId, newId('usr'), [filePart(buildPng())], headers),
        await again(newId('org'), user, [filePart(buildPng())], headers),
      ]
      for (const other of others) expect(other.json()['key']).not.toBe(first.json()['key'])
    })

    it('stores once when the same upload arrives five times at once', async () => {
      const [orgId, user, headers] = [newId('org'), newId('usr'), key()]
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => again(orgId, user, [filePart(buildPng())], headers)),
      )
      expect(new Set(answers.map((answer) => answer.body.toString())).size).toBe(1)
      expect(await sumStored(harness.deps.store, orgId)).toEqual({ bytes: 100, count: 1 })
    })

    it('accepts a retry under the same key if the upload was rejected', async () => {
      const [orgId, user, headers] = [newId('org'), newId('usr'), key()]
      expect((await again(orgId, user, [filePart(Buffer.from('no'))], headers)).status).toBe(415)
      expect((await again(orgId, user, [filePart(buildPng())], headers)).status).toBe(201)
    })

    it('rejects a malformed key', async () => {
      const answer = await upload(newId('org'), [filePart(buildPng())], {
        'idempotency-key': 'x'.repeat(256),
      })
      expect([answer.status, answer.json()['code']]).toEqual([400, 'validation_failed'])
    })
  })
})
