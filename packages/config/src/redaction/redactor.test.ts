import { expectLinear } from '@atrium/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor } from './redactor.ts'

const secretText = fc.string({ minLength: 6, maxLength: 40, unit: 'grapheme' })

describe('createRedactor', () => {
  const ways: Record<string, (secret: string) => string> = {
    plain: (secret) => secret,
    'in JSON': (secret) => JSON.stringify({ secret }),
    'in JSON within JSON': (secret) => JSON.stringify(JSON.stringify({ secret })),
    'in a query': (secret) => `https://a.test/?${new URLSearchParams({ secret })}`,
    'percent-encoded': (secret) => encodeURIComponent(secret),
    'percent-encoded in lower case': (secret) =>
      encodeURIComponent(secret).replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()),
    'as base64': (secret) => Buffer.from(secret).toString('base64'),
    'as base64url': (secret) => Buffer.from(secret).toString('base64url'),
  }

  test.each(Object.entries(ways))('replaces %s', (_, write) => {
    fc.assert(
      fc.property(secretText, fc.string(), fc.string(), (secret, before, after) => {
        const written = write(secret.toWellFormed())
        const line = createRedactor([secret.toWellFormed()])(`${before} ${written} ${after}`)
        expect(line).toContain('[redacted]')
        if (!`${before}  ${after}[redacted]`.includes(written)) expect(line).not.toContain(written)
      }),
    )
  })

  test('replaces a secret inside a Basic header even if other credentials surround it', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 9 }),
        fc.string({ minLength: 9, maxLength: 40 }),
        (user, after, secret) => {
          const header = Buffer.from(`${user}:${secret}${after}`).toString('base64')
          const line = createRedactor([secret])(`authorization: Basic ${header}`)
          expect(line).toContain('[redacted]')
          const left = line.replace('authorization: Basic ', '').split('[redacted]')
          expect(left.join('').length).toBeLessThan(header.length - 7)
        },
      ),
    )
  })

  test('replaces every occurrence', () => {
    expect(createRedactor(['s3cret-value'])('s3cret-value,s3cret-values3cret-value')).toBe(
      '[redacted],[redacted][redacted]',
    )
  })

  test('replaces the whole secret if it contains another one', () => {
    const redact = createRedactor(['s3cret', 's3cret-and-more'])
    expect(redact('s3cret-and-more s3cret')).toBe('[redacted] [redacted]')
  })

  test('takes pattern characters in a secret literally', () => {
    const redact = createRedactor(['a.*$^()[]{}|\\+?-b'])
    expect(redact('x a.*$^()[]{}|\\+?-b y')).toBe('x [redacted] y')
    expect(redact('axxxb')).toBe('axxxb')
  })
})

test('leaves a line unchanged if it contains no secret', () => {
  const redact = createRedactor(['marked-secret-value-0123456789'])
  fc.assert(
    fc.property(fc.string(), (line) => {
      fc.pre(!line.includes('marked'))
      expect(redact(line)).toBe(line)
    }),
  )
})

test('changes nothing if there are no secrets or only empty ones', () => {
  expect(createRedactor([])('anything')).toBe('anything')
  expect(createRedactor([''])('anything')).toBe('anything')
})

test('searches a line for fifty secrets in linear time', async () => {
  const redact = createRedactor(
    Array.from({ length: 50 }, (_, n) => `marked-secret-${n}-0123456789abcdef`),
  )
  await expectLinear('redact', 1_000_000, (size) => {
    const line = 'marked-secret-'.repeat(size / 14)
    return () => expect(redact(line)).toBe(line)
  })
})
