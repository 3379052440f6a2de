import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokenVault } from './token-vault.ts'

const vault = createTokenVault('the-first-secret-of-these-tests')

test('what is sealed opens again, in its own place only', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (value, here, there) => {
      const envelope = vault.seal(value, here)
      expect(vault.open(envelope, here)).toEqual({ value, stale: false })
      if (here !== there) expect(() => vault.open(envelope, there)).toThrow()
    }),
  )
})

test('an envelope with any character changed does not open', () => {
  const envelope = vault.seal('a-token', 'channel:1')
  for (let index = 0; index < envelope.length - 1; index += 1) {
    const other = envelope[index] === 'A' ? 'B' : 'A'
    const changed = envelope.slice(0, index) + other + envelope.slice(index + 1)
    expect(() => vault.open(changed, 'channel:1')).toThrow()
  }
})

test('the same token never has the same envelope twice, and none shows it', () => {
  const envelopes = Array.from({ length: 1_500 }, () => vault.seal('a-token', 'channel:1'))
  expect(new Set(envelopes).size).toBe(1_500)
  expect(envelopes.join()).not.toContain('a-token')
})

test('after a rotation the old key opens and is said to be stale; without it nothing opens', () => {
  const envelope = vault.seal('a-token', 'channel:1')
  const rotated = createTokenVault('another-secret', 'the-first-secret-of-these-tests')
  expect(rotated.open(envelope, 'channel:1')).toEqual({ value: 'a-token', stale: true })
  expect(rotated.open(rotated.seal('a-token', 'c'), 'c').stale).toBe(false)
  expect(() => createTokenVault('another-secret').open(envelope, 'channel:1')).toThrow('No key')
})
