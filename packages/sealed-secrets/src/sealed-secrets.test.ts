import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSealedSecrets } from './index.ts'

// The parameters of stored webhook secrets.
const derivation = { salt: 'atrium', key: 'webhook-secret', id: 'webhook-secret-id' }
const sealed = (current: string, ...previous: string[]) =>
  createSealedSecrets(derivation, current, ...previous)
const first = sealed('the first secret')

test('opens a sealed text only in its own context', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (text, here, there) => {
      const envelope = first.seal(text, here)
      expect(first.open(envelope, here)).toEqual({ text, stale: false })
      if (here !== there) expect(first.open(envelope, there)).toBeUndefined()
    }),
  )
})

test('does not open an envelope if any character changed', () => {
  const envelope = first.seal('a-token', 'row:1')
  for (let index = 0; index < envelope.length - 1; index += 1) {
    const other = envelope[index] === 'A' ? 'B' : 'A'
    const changed = envelope.slice(0, index) + other + envelope.slice(index + 1)
    expect(first.open(changed, 'row:1')).toBeUndefined()
  }
  for (const wrong of ['', 'AAAA', 'v1', 'v1..', envelope.slice(3)]) {
    expect(first.open(wrong, 'row:1')).toBeUndefined()
  }
})

test('gives each envelope of a text a new value that does not show the text', () => {
  const envelopes = Array.from({ length: 1_500 }, () => first.seal('a-token', 'row:1'))
  expect(new Set(envelopes).size).toBe(1_500)
  expect(envelopes.join()).not.toContain('a-token')
})

test("opens a previous key's envelopes as stale, and does not open them if that key is missing", () => {
  const envelope = first.seal('a-token', 'row:1')
  const rotated = sealed('the second secret', '', 'the first secret')
  expect(rotated.open(envelope, 'row:1')).toEqual({ text: 'a-token', stale: true })
  expect(envelope.startsWith(rotated.prefix)).toBe(false)
  const fresh = rotated.seal('a-token', 'row:1')
  expect(fresh.startsWith(rotated.prefix)).toBe(true)
  expect(rotated.open(fresh, 'row:1')).toEqual({ text: 'a-token', stale: false })
  expect(sealed('the second secret').open(envelope, 'row:1')).toBeUndefined()
  // Two equal secrets count as one, for example while a rotation is being prepared.
  expect(sealed('the first secret', 'the first secret').open(envelope, 'row:1')?.stale).toBe(false)
})

test('opens a token envelope that databases already contain', () => {
  const connect = { salt: 'atrium-connect', key: 'token-encryption', id: 'token-key-id' }
  const token = 'v1.mVMsUNkP.RYO51Ylv351l818g.BQi2XiykIT0NOr9gHfC_JJ66KISIGoo'
  expect(createSealedSecrets(connect, 'the first secret').open(token, 'row:1')).toEqual({
    text: 'a-token',
    stale: false,
  })
})

test('opens an envelope from before key ids under the current key and under a previous one', () => {
  const legacy = 'uYH8dxh9GGN01wf3Ndyye4RLMaC2Dujn7ZKxIbARBg0AUWo='
  expect(first.open(legacy, 'row:1')).toEqual({ text: 'a-token', stale: false })
  expect(first.open(legacy, 'row:2')).toBeUndefined()
  expect(sealed('another', 'the first secret').open(legacy, 'row:1')).toEqual({
    text: 'a-token',
    stale: true,
  })
  expect(sealed('another').open(legacy, 'row:1')).toBeUndefined()
})
