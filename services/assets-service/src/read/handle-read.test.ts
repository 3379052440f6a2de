import { randomBytes } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { buildAssetKey, type Visibility } from '@atrium/asset-key'
import { putBlob, toBytes } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'
import type { OwnerCalls } from '../release/owner-calls.ts'
import { releaseAssets } from '../release/release-assets.ts'
import { trustMs } from './read-asset.ts'

let harness: Harness
let opened = 0
/** Runs between opening and reading a blob. */
let meanwhile: (() => Promise<void>) | undefined
const nobodysRoot: OwnerCalls = {
  name: 'board',
  uses: 'A card',
  liveAssets: async () => ({ live: [] }),
  releaseSettled: async () => undefined,
}
beforeAll(async () => {
  harness = await startHarness({
    wrap: (store) => ({
      ...store,
      open: async (key) => {
        opened += 1
        const open = await store.open(key)
        await meanwhile?.()
        return open
      },
    }),
  })
})
afterAll(() => harness.stop())

async function put(
  orgId: string,
  visibility: Visibility,
  bytes: Buffer,
  extension: 'png' | 'mp4' = 'png',
) {
  const key = buildAssetKey({ orgId, visibility, extension })
  await putBlob(harness.deps.store, key, toBytes(bytes))
  return key
}
const get = (key: string, headers: Record<string, string> = {}, method = 'GET') =>
  harness.send(method, `/api/assets/${key}`, headers)

describe('GET /api/assets/:org/:visibility/:key', () => {
  it('shows a public blob to anyone, from the store or the cache', async () => {
    const bytes = randomBytes(5000)
    const key = await put(newId('org'), 'pub', bytes)
    const answers = [await get(key), await get(key), await get(`${key}?v=1`)]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual(bytes)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'content-length': '5000',
        'accept-ranges': 'bytes',
        etag: expect.stringMatching(/^"[^"]+"$/),
        'last-modified': expect.stringMatching(/ GMT$/),
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': 'inline',
        'x-request-id': expect.any(String),
      })
      expect(answer.headers).not.toHaveProperty('vary')
      expect(answer.headers.etag).toBe(answers[0]?.headers.etag)
    }
  })

  it('serves a cached blob without the store, and still notices when it is deleted', async () => {
    const key = await put(newId('org'), 'pub', randomBytes(100))
    await get(key)
    const before = opened
    await get(key)
    expect(opened).toBe(before)
    await unlink(join(harness.directory, key))
    await new Promise((resolve) => setTimeout(resolve, trustMs + 50))
    expect((await get(key)).status).toBe(404)
  })

  it("keeps the client's request id", async () => {
    const key = await put(newId('org'), 'pub', randomBytes(10))
    for (let i = 0; i < 2; i++) {
      expect((await get(key, { 'x-request-id': 'abc-123' })).headers['x-request-id']).toBe(
        'abc-123',
      )
    }
  })

  it('shows a private blob only to its org, and never caches it', async () => {
    const orgId = newId('org')
    const bytes = randomBytes(300)
    const key = await put(orgId, 'priv', bytes)
    const own = await get(key, await harness.as(orgId))
    expect([own.status, own.body]).toEqual([200, bytes])
    expect(own.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Origin, Cookie',
    })
    expect(own.headers).not.toHaveProperty('cross-origin-resource-policy')
    expect(harness.deps.cache.find(key)).toBeUndefined()
    expect((await get(key)).status).toBe(404)
    expect((await get(key, await harness.as(newId('org')))).status).toBe(404)
    expect((await get(key, await harness.as(null))).status).toBe(404)
  })

  it('treats a key without the scope as anonymous: shows public blobs, and the same 404 for others', async () => {
    const orgId = newId('org')
    const limitedTo = (...scopes: string[]) => harness.as(orgId, newId('usr'), { scopes })
    const [pub, priv] = [
      await put(orgId, 'pub', randomBytes(9)),
      await put(orgId, 'priv', randomBytes(9)),
    ]
    expect((await get(priv, await limitedTo('assets:read'))).status).toBe(200)
    const other = await limitedTo('board:read')
    expect((await get(pub, other)).status).toBe(200)
    const [hidden, missing] = [await get(priv, other), await get(priv.replace(/.$/, 'x'), other)]
    expect([hidden.status, hidden.json()['code']]).toEqual([404, 'not_found'])
    const withoutRequestId = ({ requestId: _, ...rest }: Record<string, unknown>) => rest
    expect(withoutRequestId(hidden.json())).toEqual(withoutRequestId(missing.json()))
  })

  it('rejects a bad credential even if the blob is public', async () => {
    const key = await put(newId('org'), 'pub', randomBytes(10))
    await get(key)
    const refused = await get(key, { 'x-atrium-principal': 'forged' })
    expect([refused.status, refused.json()['code']]).toEqual([401, 'invalid_credentials'])
  })

  it('does not bring a blob back when it is released during a read', async () => {
    const { store } = harness.deps
    const key = await put(newId('org'), 'pub', randomBytes(100))
    let readOn = () => {}
    const reading = new Promise<void>((begun) => {
      meanwhile = () => {
        begun()
        return new Promise((resolve) => {
          readOn = resolve
        })
      }
    })
    const first = get(key)
    await reading
    meanwhile = undefined
    const outcome = await releaseAssets(
      { ...harness.deps, owners: [nobodysRoot], now: () => 0 },
      { orgId: key.slice(0, 36), keys: [key] },
    )
    expect([outcome.released, await store.stat(key)]).toEqual([[key], undefined])
    readOn()
    expect((await first).status).toBe(200)
    expect((await get(key)).status).toBe(404)
    expect((await get(key, { 'if-none-match': '*' })).status).toBe(404)
  })

  it.each(['plain', 'conditional'])(
    'hides a released blob from a %s request even if it is cached',
    async (kind) => {
      const key = await put(newId('org'), 'pub', randomBytes(100))
      const { etag = '' } = (await get(key)).headers
      const headers: Record<string, string> = kind === 'plain' ? {} : { 'if-none-match': etag }
      expect((await get(key, headers)).status).toBe(kind === 'plain' ? 200 : 304)
      await releaseAssets(
        { ...harness.deps, owners: [nobodysRoot], now: () => 0 },
        { orgId: key.slice(0, 36), keys: [key] },
      )
      expect((await get(key, headers)).status).toBe(404)
    },
  )

  it('responds to HEAD with the headers of GET and no body', async () => {
    const key = await put(newId('org'), 'pub', randomBytes(700_000))
    const [head, whole] = [await get(key, {}, 'HEAD'), await get(key)]
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    for (const name of [
      'content-length',
      'etag',
      'last-modified',
      'content-type',
      'cache-control',
    ]) {
      expect(head.headers[name]).toBe(whole.headers[name])
    }
    expect(await get('nothing', {}, 'HEAD')).toMatchObject({ status: 404 })
  })

  it('honours conditions and ranges if the blob is cached, small or streamed', async () => {
    for (const [visibility, size] of [
      ['pub', 1000],
      ['priv', 1000],
      ['pub', 3_000_000],
      ['priv', 3_000_000],
    ] as const) {
      const orgId = newId('org')
      const bytes = randomBytes(size)
      const key = await put(orgId, visibility, bytes, 'mp4')
      const caller = await harness.as(orgId)
      const ask = (headers: Record<string, string>) => get(key, { ...caller, ...headers })
      const { etag = '', 'last-modified': date = '' } = (await ask({})).headers

      const part = await ask({ range: 'bytes=100-299' })
      expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([
        206,
        `bytes 100-299/${size}`,
        '200',
      ])
      expect(part.body).toEqual(bytes.subarray(100, 300))
      expect((await ask({ range: 'bytes=-10' })).body).toEqual(bytes.subarray(-10))
      const beyond = await ask({ range: `bytes=${size}-` })
      expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`])
      expect(beyond.json()).toMatchObject({ code: 'range_not_satisfiable' })
      for (const headers of [
        { range: 'bytes=0-1,3-4' },
        { range: 'bytes=0-1', 'if-range': '"other"' },
      ]) {
        const whole = await ask(headers)
        expect([whole.status, whole.body.equals(bytes)]).toEqual([200, true])
      }
      expect(await ask({ range: 'bytes=0-1', 'if-range': etag })).toMatchObject({ status: 206 })

      const unchanged = await ask({ 'if-none-match': `"x", W/${etag}` })
      expect(unchanged.status).toBe(304)
      expect(unchanged.body).toHaveLength(0)
      expect(unchanged.headers).toMatchObject({ etag, 'last-modified': date })
      expect(unchanged.headers).not.toHaveProperty('content-type')
      expect((await ask({ 'if-modified-since': date })).status).toBe(304)
      expect((await ask({ 'if-none-match': '"x"', 'if-modified-since': date })).status).toBe(200)
      const changed = await ask({ 'if-match': '"x"' })
      expect([changed.status, changed.json()['code']]).toEqual([412, 'precondition_failed'])
      expect((await ask({ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(
        412,
      )
    }
  })

  it('responds to any key, condition and range with a documented status', async () => {
    const key = await put(newId('org'), 'pub', randomBytes(100))
    const { etag = '' } = (await get(key)).headers
    const headerValue = fc.oneof(
      fc.constantFrom(
        '*',
        etag,
        'bytes=0-1',
        'bytes=-0',
        'bytes=,',
        `W/${etag}`,
        'Thu, 01 Jan 1970 00:00:00 GMT',
      ),
      fc.stringMatching(/^[\x20-\x7e]{0,60}$/),
    )
    const names = [
      'range',
      'if-range',
      'if-match',
      'if-none-match',
      'if-modified-since',
      'if-unmodified-since',
    ]
    const path = fc.oneof(
      { weight: 3, arbitrary: fc.constant(key) },
      { weight: 1, arbitrary: fc.stringMatching(/^[\x21-\x7e]{0,120}$/) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.nat(key.length), fc.constantFrom('%00', '%2e%2e', '//', 'A', '%', '\\'))
          .map(([at, text]) => key.slice(0, at) + text + key.slice(at)),
      },
    )
    await fc.assert(
      fc.asyncProperty(
        path,
        fc.dictionary(fc.constantFrom(...names), headerValue),
        fc.constantFrom('GET', 'HEAD'),
        async (asked, headers, method) => {
          const answer = await get(asked, headers, method)
          // A query may request a thumbnail of an unsupported width.
          const query = asked.indexOf('?')
          const asksWidth = query !== -1 && new URLSearchParams(asked.slice(query)).has('w')
          expect([200, 206, 304, 404, 412, 416, ...(asksWidth ? [400] : [])]).toContain(
            answer.status,
          )
        },
      ),
      { numRuns: 1500 },
    )
  })
})

describe('request log', () => {
  afterEach(() => {
    harness.deps.logger.level = 'warn'
  })
  it('writes one line for a read, cached or not, and for a rejection', async () => {
    const key = await put(newId('org'), 'pub', randomBytes(10))
    harness.deps.logger.level = 'info'
    harness.log.lines.length = 0
    await get(key, { 'x-request-id': 'one' })
    await get(key, { 'x-request-id': 'two' })
    await get('nothing', { 'x-request-id': 'three' })
    const lines = harness.log.lines.map((line) => JSON.parse(line))
    expect(lines.map((line) => [line.op, line.status, line.requestId])).toEqual([
      ['readAsset', 200, 'one'],
      ['readAsset', 200, 'two'],
      ['readAsset', 404, 'three'],
    ])
  })
})
