import { buildAssetKey, type MediaExtension } from '@atrium/asset-key'
import { newId } from '@atrium/contracts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'
import { buildMovie } from '../../test/media-samples.ts'
import { purgeOrg } from '../release/purge-org.ts'
import { readMediaFacts } from './read-media-facts.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c85028' } })

async function store(orgId: string, extension: MediaExtension, bytes: Buffer): Promise<string> {
  const key = buildAssetKey({ orgId, visibility: 'pub', extension })
  const staged = await harness.deps.store.stage(
    (async function* () {
      yield bytes
    })(),
  )
  await staged.commit(key)
  return key
}
const read = (orgId: string, keys: readonly string[]) =>
  readMediaFacts(harness.deps, { orgId, keys })
const remembered = (orgId: string) =>
  harness.deps.db
    .selectFrom('picture_sizes')
    .select(['key', 'width', 'height', 'duration_ms'])
    .where('org_id', '=', orgId)
    .execute()

test('measures a picture as it is shown when its orientation turns it', async () => {
  const orgId = newId('org')
  const plain = await store(orgId, 'png', await picture(60, 20).png().toBuffer())
  const turned = await store(
    orgId,
    'jpg',
    await picture(60, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  )
  expect(await read(orgId, [plain, turned, plain])).toMatchObject({
    [plain]: { width: 60, height: 20, bytes: expect.any(Number) },
    [turned]: { width: 20, height: 60 },
  })
})

test('remembers the size of a picture until it is deleted', async () => {
  const orgId = newId('org')
  const key = await store(orgId, 'webp', await picture(30, 40).webp().toBuffer())
  const first = await read(orgId, [key])
  expect(await remembered(orgId)).toEqual([{ key, width: 30, height: 40, duration_ms: null }])
  await harness.deps.pictures.stop()
  expect(await read(orgId, [key])).toEqual(first)
  await harness.deps.store.delete(key)
  expect([await read(orgId, [key]), await remembered(orgId)]).toEqual([{}, []])
  await harness.stop()
  harness = await startHarness()
})

test('reads the size and duration of a video once', async () => {
  const orgId = newId('org')
  const bytes = buildMovie({ width: 1_920, height: 1_080, seconds: 4.5 })
  const key = await store(orgId, 'mp4', bytes)
  const facts = { bytes: bytes.length, width: 1_920, height: 1_080, durationMs: 4_500 }
  expect(await read(orgId, [key])).toEqual({ [key]: facts })
  expect(await remembered(orgId)).toEqual([
    { key, width: 1_920, height: 1_080, duration_ms: 4_500 },
  ])
  expect(await read(orgId, [key])).toEqual({ [key]: facts })
})

test('gives bytes alone when a file cannot be read', async () => {
  const orgId = newId('org')
  const video = await store(orgId, 'mp4', Buffer.alloc(300))
  const broken = await store(orgId, 'png', Buffer.from('no picture at all'))
  expect(await read(orgId, [video, broken])).toEqual({
    [video]: { bytes: 300, width: null, height: null, durationMs: null },
    [broken]: { bytes: 17, width: null, height: null, durationMs: null },
  })
  expect(await remembered(orgId)).toEqual([])
})

test('leaves out files when they are missing, malformed or of another organisation', async () => {
  const orgId = newId('org')
  const foreign = await store(newId('org'), 'png', await picture(5, 5).png().toBuffer())
  const missing = buildAssetKey({ orgId, visibility: 'pub', extension: 'png' })
  expect(await read(orgId, [foreign, missing, '../../etc/passwd', ''])).toEqual({})
})

test('keeps no size when the organisation is deleted', async () => {
  const orgId = newId('org')
  const key = await store(orgId, 'gif', await picture(5, 6).gif().toBuffer())
  await read(orgId, [key])
  await purgeOrg(harness.deps, orgId)
  expect([await read(orgId, [key]), await remembered(orgId)]).toEqual([{}, []])
})
