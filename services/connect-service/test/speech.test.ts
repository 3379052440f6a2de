import { createHash } from 'node:crypto'
import { type FilePart, Speak, StoreFilePart } from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import type { Caller, Harness } from './harness.ts'
import { type Ledger, managed, startModelStage } from './model-stage.ts'

let harness: Harness
let ledger: Ledger
let person: Caller
const stored: Buffer[] = []
let received: FilePart[] = []
const storeRecordings = rpcHandler(StoreFilePart, async (part) => {
  received.push(part)
  const whole = Buffer.concat(received.map(({ bytes }) => Buffer.from(bytes, 'base64')))
  if (whole.length < part.size) return { outcome: 'more' as const, next: whole.length }
  received = []
  expect(createHash('sha256').update(whole).digest('hex')).toBe(part.digest)
  expect(part.visibility).toBe('pub')
  stored.push(whole)
  const file = { key: `${part.orgId}/pub/a.wav`, url: 'http://localhost:3000/api/assets/a.wav' }
  return {
    outcome: 'stored' as const,
    file: { ...file, contentType: 'audio/wav', bytes: whole.length },
  }
})

beforeAll(async () => {
  ;({ harness, ledger } = await startModelStage({ env: managed }))
  await harness.answer([storeRecordings])
})
afterAll(() => harness.stop())
beforeEach(() => {
  harness.sandbox.speech.faults.clear()
  harness.sandbox.speech.texts.splice(0)
  stored.splice(0)
  ledger.reservations.clear()
  person = harness.person()
})

let calls = 0
const speak = (
  text: string,
  more: Partial<z.input<typeof Speak.input>> = {},
  { bus }: Pick<Harness, 'bus'> = harness,
) => {
  calls += 1
  const { orgId, userId } = person.principal
  return callRpc(bus, Speak, {
    orgId,
    userId,
    text,
    idempotencyKey: `speech-${calls}`,
    ...more,
  })
}

test("converts a text to a public recording and charges the provider's figure with the markup", async () => {
  expect(await speak('Bread at six.')).toMatchObject({
    outcome: 'spoken',
    asset: { contentType: 'audio/wav', key: `${person.orgId}/pub/a.wav` },
    // 13 characters at 0.005 USD, times 1.2, at 1,000 credits per USD.
    usage: { provider: 'speech', calls: 1, costUsd: 0.078, credits: 78 },
  })
  expect(stored[0]?.toString('latin1', 0, 4)).toBe('RIFF')
  expect(ledger.charged).toEqual([78])
})

test("reports the provider's figure with the markup and charges no credits if metering is off", async () => {
  const off = await startModelStage({ env: { ...managed, CREDITS_METERING_ENABLED: 'false' } })
  onTestFinished(() => off.harness.stop())
  await off.harness.answer([storeRecordings])
  person = off.harness.person()
  const spoken = { provider: 'speech', calls: 1, costUsd: 0.078, credits: 0 }
  expect(await speak('Bread at six.', {}, off.harness)).toMatchObject({
    outcome: 'spoken',
    usage: spoken,
  })
  off.harness.sandbox.speech.faults.add({
    kind: 'status',
    status: 400,
    match: 'text-to-speech',
    skip: 1,
    times: 10,
  })
  const long = 'The harbour bakery opens at six and bakes until noon. '.repeat(100).trim()
  const failed = await speak(long, {}, off.harness)
  expect(failed).toMatchObject({ outcome: 'failed', usage: { provider: 'speech', credits: 0 } })
  expect(failed.usage?.costUsd).toBeGreaterThan(0)
  expect(off.ledger.reservations.size).toBe(0)
})

test('joins the parts of a long text to one recording', async () => {
  const text = 'The harbour bakery opens at six and bakes until noon. '.repeat(100).trim()
  const answer = await speak(text)
  expect(answer).toMatchObject({ outcome: 'spoken', usage: { calls: 3 } })
  expect(
    harness.sandbox.speech.texts.toSorted((a, b) => text.indexOf(a) - text.indexOf(b)).length,
  ).toBe(3)
  expect(stored).toHaveLength(1)
})

test('speaks and charges once for the same key', async () => {
  const first = await speak('Once.', { idempotencyKey: 'the-same' })
  expect(await speak('Once.', { idempotencyKey: 'the-same' })).toEqual(first)
  expect([harness.sandbox.speech.texts, ledger.charged.length]).toEqual([['Once.'], 1])
})

test.each([
  [{ kind: 'status', status: 500, times: 5 }, 'unavailable'],
  [{ kind: 'status', status: 429, retryAfter: 30 }, 'rate_limited'],
  [{ kind: 'status', status: 400 }, 'provider_refused'],
  [{ kind: 'garbage', times: 5 }, 'provider_refused'],
] as const)('charges nothing if the provider fails: %j is %s', async (fault, kind) => {
  harness.sandbox.speech.faults.add(fault)
  expect(await speak('Hello.')).toMatchObject({ outcome: 'failed', failure: { class: kind } })
  expect([ledger.charged, ledger.open]).toEqual([[], 0])
})

test('counts the parts that were read when a later part fails, without a charge', async () => {
  const text = 'The harbour bakery opens at six and bakes until noon. '.repeat(100).trim()
  harness.sandbox.speech.faults.add({
    kind: 'status',
    status: 400,
    match: 'text-to-speech',
    skip: 1,
    times: 10,
  })
  const answer = await speak(text)
  expect(answer).toMatchObject({ outcome: 'failed', usage: { provider: 'speech', credits: 0 } })
  expect(answer.usage?.calls).toBeGreaterThan(0)
  expect(answer.usage?.costUsd).toBeGreaterThan(0)
  expect([ledger.charged, ledger.open]).toEqual([[], 0])
})

test("rejects an unknown voice with the provider's message", async () => {
  expect(await speak('Hello.', { voice: 'nobody' })).toMatchObject({
    failure: { class: 'provider_refused', message: expect.stringContaining('nobody') },
  })
})

test('fails as not configured if the key is unset', async () => {
  const keyless = await startModelStage({ env: { SPEECH_API_KEY: '' } })
  const { orgId, userId } = keyless.harness.person().principal
  const answer = await callRpc(keyless.harness.bus, Speak, {
    orgId,
    userId,
    text: 'A.',
    idempotencyKey: 'k',
  })
  expect(answer).toMatchObject({
    failure: { class: 'not_configured', message: expect.stringContaining('not configured') },
  })
  await keyless.harness.stop()
})
