import { type AssetExtension, buildAssetKey, type Visibility } from '@atrium/asset-key'
import { putBlob, toBytes } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'
import {
  buildClaimingPng,
  buildImage,
  buildLyingImage,
  buildMovingImage,
  buildMovingPng,
} from '../../test/images.ts'
import { buildWav, mp4Of } from '../../test/media-samples.ts'
import { readUsage } from '../usage/count-usage.ts'

describe('GET of an image with a width', () => {
  let harness: Harness
  let buffered = 0
  const orgId = newId('org')
  beforeAll(async () => {
    harness = await startHarness({
      now: () => 0,
      wrap: (store) => ({
        ...store,
        async open(key) {
          const open = await store.open(key)
          if (open === undefined) return undefined
          const buffer = () => {
            buffered += 1
            return open.buffer()
          }
          return { ...open, buffer }
        },
      }),
    })
  })
  afterAll(() => harness.stop())

  const put = async (bytes: Buffer, extension: AssetExtension, visibility: Visibility = 'pub') => {
    const key = buildAssetKey({ orgId, visibility, extension })
    await putBlob(harness.deps.store, key, toBytes(bytes))
    return key
  }
  const get = (key: string, query: string, headers: Record<string, string> = {}, method = 'GET') =>
    harness.send(method, `/api/assets/${key}${query}`, headers)

  it.each([
    ['jpeg', 'jpg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['gif', 'gif'],
    ['avif', 'avif'],
  ] as const)(
    'returns a smaller %s with the same type and proportions',
    async (type, extension) => {
      const key = await put(await buildImage(type, 1_200, 600), extension)
      for (const width of [160, 480, 1_080]) {
        const answer = await get(key, `?w=${width}`)
        expect([answer.status, answer.headers['content-type']]).toEqual([200, `image/${type}`])
        const { format, ...size } = await sharp(answer.body).metadata()
        expect([format, size.width, size.height]).toEqual([
          type === 'avif' ? 'heif' : type,
          width,
          width / 2,
        ])
      }
    },
  )

  it('turns a photograph upright and removes its metadata', async () => {
    const answer = await get(await put(await buildLyingImage(1_000, 500), 'jpg'), '?w=160')
    const { width, height, exif } = await sharp(answer.body).metadata()
    expect([width, height, exif]).toEqual([160, 320, undefined])
  })

  it('supports caching, conditions and ranges like the original, with a different ETag', async () => {
    const key = await put(await buildImage('png', 600, 300), 'png')
    const original = await get(key, '')
    const whole = await get(key, '?w=480')
    for (const name of [
      'cache-control',
      'last-modified',
      'content-security-policy',
      'accept-ranges',
    ]) {
      expect([name, whole.headers[name]]).toEqual([name, original.headers[name]])
    }
    const etag = String(whole.headers['etag'])
    expect(etag).toMatch(/^"[^"]+"$/)
    const tags = new Set([
      etag,
      original.headers['etag'],
      (await get(key, '?w=160')).headers['etag'],
    ])
    expect(tags.size).toBe(3)
    expect((await get(key, '?w=480', { 'if-none-match': etag })).status).toBe(304)
    expect((await get(key, '', { 'if-none-match': etag })).status).toBe(200)
    const part = await get(key, '?w=480', { range: 'bytes=10-19' })
    expect([part.status, part.headers['content-range'], part.body]).toEqual([
      206,
      `bytes 10-19/${whole.body.length}`,
      whole.body.subarray(10, 20),
    ])
    expect((await get(key, '?w=480', { range: 'bytes=9999999-' })).status).toBe(416)
    const head = await get(key, '?w=480', {}, 'HEAD')
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      String(whole.body.length),
      0,
    ])
  })

  it('shows a private image only to its org, and a deleted one to nobody', async () => {
    const key = await put(await buildImage('jpeg', 600, 300), 'jpg', 'priv')
    const own = await get(key, '?w=160', await harness.as(orgId))
    expect([own.status, own.headers['cache-control'], own.headers['vary']]).toEqual([
      200,
      'private, no-cache',
      'Origin, Cookie',
    ])
    expect((await get(key, '?w=160')).status).toBe(404)
    expect((await get(key, '?w=160', await harness.as(newId('org')))).status).toBe(404)
    await harness.deps.store.delete(key)
    expect((await get(key, '?w=160', await harness.as(orgId))).status).toBe(404)
  })

  it('returns the original if a file is animated, small, undecodable, sound or video', async () => {
    const jpeg = await buildImage('jpeg', 600, 300)
    const files: Array<[string, Buffer, AssetExtension]> = [
      ['moving gif', await buildMovingImage('gif', 600, 300), 'gif'],
      ['moving webp', await buildMovingImage('webp', 600, 300), 'webp'],
      ['moving png', await buildMovingPng(600, 300), 'png'],
      ['not wider', await buildImage('png', 160, 900), 'png'],
      ['of too many pixels', await buildClaimingPng(30_000, 30_000), 'png'],
      ['with less than it claims', await buildClaimingPng(600, 300), 'png'],
      ['truncated', jpeg.subarray(0, jpeg.length - 200), 'jpg'],
      ['of another type', jpeg, 'png'],
      [
        'markup',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="999" height="999"/>'),
        'png',
      ],
      ['empty', Buffer.alloc(0), 'webp'],
      ['sound', buildWav(), 'wav'],
      ['video', mp4Of(), 'mp4'],
    ]
    for (const [name, bytes, extension] of files) {
      const key = await put(bytes, extension)
      for (let time = 0; time < 2; time++) {
        const answer = await get(key, '?w=160')
        expect([name, answer.status, answer.body.equals(bytes)]).toEqual([name, 200, true])
        expect([name, answer.headers['etag']]).toEqual([name, (await get(key, '')).headers['etag']])
      }
    }
  })

  it('rejects another width before looking for the file', async () => {
    const key = await put(await buildImage('png', 600, 300), 'png')
    for (const query of [
      '?w=',
      '?w=161',
      '?w=0160',
      '?w=160&w=160',
      '?w=1e3',
      '?w=-160',
      '?w=160px',
    ]) {
      for (const asked of [key, `${orgId}/pub/nothing`]) {
        const answer = await get(asked, query)
        expect([query, answer.status, answer.json()['code']]).toEqual([
          query,
          400,
          'validation_failed',
        ])
      }
    }
    expect((await get(key, '?v=2')).status).toBe(200)
  })

  it('returns the whole image as a JPEG if the network accepts nothing else', async () => {
    const key = await put(await buildImage('webp', 3_000, 1_500), 'webp')
    const answer = await get(key, '?format=jpeg')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(await sharp(answer.body).metadata()).toMatchObject({
      format: 'jpeg',
      width: 2_048,
      height: 1_024,
    })
    const head = await get(key, '?format=jpeg', {}, 'HEAD')
    expect(head.headers['content-length']).toBe(String(answer.body.length))
    const part = await get(key, '?format=jpeg', { range: 'bytes=0-9' })
    expect([part.status, part.body]).toEqual([206, answer.body.subarray(0, 10)])
    for (const query of ['?format=png', '?format=jpeg&w=160', '?format=jpeg&format=jpeg']) {
      expect([query, (await get(key, query)).status]).toEqual([query, 400])
    }
  })

  it('counts each response by its outcome', async () => {
    const counted = async () => {
      const text = await harness.metrics.registry.getSingleMetricAsString('atrium_thumbnails_total')
      const lines = text.matchAll(/outcome="(\w+)"[^}]*\} (\d+)/g)
      return new Map([...lines].map(([, outcome = '', count]) => [outcome, Number(count)]))
    }
    const before = await counted()
    const png = await buildImage('png', 600, 300)
    const key = await put(png, 'png')
    for (let time = 0; time < 3; time++) await get(key, '?w=160')
    await get(await put(await buildImage('png', 100, 100), 'png'), '?w=160')
    await get(await put(png.subarray(0, 60), 'png'), '?w=160')
    const after = await counted()
    const grown = ['made', 'cached', 'original', 'failed'].map((outcome) => [
      outcome,
      (after.get(outcome) ?? 0) - (before.get(outcome) ?? 0),
    ])
    expect(Object.fromEntries(grown)).toEqual({ made: 1, cached: 2, original: 1, failed: 1 })
  })

  it('makes a thumbnail once for concurrent and later requests, without changing the usage', async () => {
    const key = await put(await buildImage('png', 2_000, 1_000), 'png', 'priv')
    const caller = await harness.as(orgId)
    const before = await readUsage(harness.deps, orgId)
    buffered = 0
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(key, '?w=480', caller)))
    answers.push(await get(key, '?w=480', caller))
    expect(buffered).toBe(1)
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers['etag']}`)).size).toBe(
      1,
    )
    expect(await readUsage(harness.deps, orgId)).toEqual(before)
  })

  it("rejects only a network's anonymous readers after 120 thumbnails had to be made", async () => {
    const key = await put(await buildImage('png', 600, 300), 'png')
    await get(key, '?w=160')
    const network = { 'x-forwarded-network': '203.0.113.9' }
    const made = await put(Buffer.alloc(10), 'png')
    const others = Array.from({ length: 119 }, () =>
      buildAssetKey({ orgId, visibility: 'pub', extension: 'png' }),
    )
    const small = await buildImage('png', 2, 2)
    for (const name of [made, ...others]) {
      if (name !== made) await putBlob(harness.deps.store, name, toBytes(small))
      expect((await get(name, '?w=160', network)).status).toBe(200)
    }
    const refused = await get(key, '?w=480', network)
    expect([refused.status, refused.json()['code'], refused.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '1',
    ])
    for (const [query, headers] of [
      ['', network],
      ['?w=160', network],
      ['?w=480', { ...network, ...(await harness.as(orgId)) }],
      ['?w=1080', { 'x-forwarded-network': '203.0.113.10' }],
    ] as const) {
      expect([query, (await get(key, query, headers)).status]).toEqual([query, 200])
    }
  })

  it('does not retry a picture if it has failed', async () => {
    const key = await put((await buildImage('jpeg', 600, 300)).subarray(0, 900), 'jpg')
    await get(key, '?w=160')
    buffered = 0
    for (const query of ['?w=160', '?w=480', '?w=1080'])
      expect((await get(key, query)).status).toBe(200)
    expect(buffered).toBe(0)
  })

  it("responds to one organisation while another one's pictures are slow", async () => {
    const slow = newId('org')
    const held = Promise.withResolvers<void>()
    const own = await startHarness({
      wrap: (store) => ({
        ...store,
        async open(key) {
          const open = await store.open(key)
          if (open === undefined || !key.startsWith(slow)) return open
          return { ...open, buffer: () => held.promise.then(() => open.buffer()) }
        },
      }),
    })
    try {
      const bytes = await buildImage('png', 600, 300)
      const keys = Array.from({ length: 70 }, () =>
        buildAssetKey({ orgId: slow, visibility: 'pub', extension: 'png' }),
      )
      for (const key of keys) await putBlob(own.deps.store, key, toBytes(bytes))
      const waiting = keys.map((key) => own.send('GET', `/api/assets/${key}?w=160`))
      const other = buildAssetKey({ orgId, visibility: 'pub', extension: 'png' })
      await putBlob(own.deps.store, other, toBytes(bytes))
      expect((await own.send('GET', `/api/assets/${other}?w=160`)).status).toBe(200)
      held.resolve()
      const statuses = (await Promise.all(waiting)).map(({ status }) => status)
      // One picture is in progress and 60 wait.
      expect(statuses.filter((status) => status === 503)).toHaveLength(9)
    } finally {
      held.resolve()
      await own.stop()
    }
  })
})
