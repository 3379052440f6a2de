import { readAll, sumStored } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildForm, filePart, type Part } from '../../test/forms.ts'
import { type Harness, startHarness } from '../../test/harness.ts'
import { buildClaimingPng, buildImage, buildMovingImage } from '../../test/images.ts'
import { readUsage } from '../usage/count-usage.ts'

let harness: Harness
beforeEach(async () => {
  harness = await startHarness()
})
afterEach(async () => {
  expect(await harness.leftovers()).toEqual([])
  await harness.stop()
})

const upload = async (orgId: string, parts: Part[], headers: Record<string, string> = {}) => {
  const form = buildForm(...parts)
  const caller = await harness.as(orgId, 'usr_1')
  return harness.send('POST', '/api/assets', { ...form.headers, ...caller, ...headers }, form.body)
}
const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .withExif({
      IFD0: { Make: 'ACME Phones' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
const keep: Part = { name: 'keepMetadata', body: 'true' }

describe('a picture that cannot be shown', () => {
  test.each<[string, () => Promise<Buffer>, number, string]>([
    [
      'half a JPEG',
      async () => (await buildImage('jpeg', 600, 400)).subarray(0, 900),
      415,
      'picture_unreadable',
    ],
    ['a PNG with less than it claims', () => buildClaimingPng(600, 300), 415, 'picture_unreadable'],
    ['a PNG of 256 megapixels', () => buildClaimingPng(16_000, 16_000), 413, 'payload_too_large'],
    [
      'a sequence that is cut off',
      async () => (await buildMovingImage('gif', 60, 40)).subarray(0, -40),
      415,
      'picture_unreadable',
    ],
  ])('rejects the upload and leaves nothing: %s', async (_name, bytes, status, code) => {
    const orgId = newId('org')
    for (const more of [[], [keep]]) {
      const answer = await upload(orgId, [filePart(await bytes()), ...more])
      expect([answer.status, answer.json()['code']]).toEqual([status, code])
    }
    expect(await sumStored(harness.deps.store, orgId)).toEqual({ bytes: 0, count: 0 })
  })
})

describe('location and device data', () => {
  test("removes the data from the stored bytes without changing the picture's orientation", async () => {
    const orgId = newId('org')
    const answer = await upload(orgId, [filePart(await photo())], { 'idempotency-key': 'one' })
    const { key, bytes } = answer.json() as { key: string; bytes: number }
    const stored = (await readAll(harness.deps.store, key)) ?? Buffer.alloc(0)
    expect([answer.status, stored.length, stored.includes('ACME')]).toEqual([201, bytes, false])
    expect((await sharp(stored).metadata()).orientation).toBe(6)
    expect(await readUsage(harness.deps, orgId)).toEqual({ bytes, count: 1 })
    const again = await upload(orgId, [filePart(await photo())], { 'idempotency-key': 'one' })
    expect([again.headers['idempotency-replayed'], again.json()['key']]).toEqual(['true', key])
  })

  test('keeps the data if the form says so, and then treats a repeated idempotency key as another request', async () => {
    const orgId = newId('org')
    const bytes = await photo()
    const answer = await upload(orgId, [keep, filePart(bytes)], { 'idempotency-key': 'one' })
    expect((await readAll(harness.deps.store, String(answer.json()['key'])))?.equals(bytes)).toBe(
      true,
    )
    const other = await upload(orgId, [filePart(bytes)], { 'idempotency-key': 'one' })
    expect([other.status, other.json()['code']]).toEqual([409, 'idempotency_key_reused'])
  })
})
