import { expectLinear } from '@atrium/testkit'
import { test } from 'vitest'
import { checkIfMatch } from './etag.ts'
import { computeFingerprint, parseIdempotencyKey } from './idempotency.ts'
import { maxBodyBytes, readFields, readForm, readJson } from './read-body.ts'

const fill = (piece: string, size: number): string => piece.repeat(Math.floor(size / piece.length))
const quietly = (work: () => unknown) => {
  try {
    work()
  } catch {
    // A refusal counts as a response, too.
  }
}

const json = (body: string) => () =>
  readJson(new Request('http://a', { method: 'POST', body })).catch(() => undefined)
const form = (body: string) => () =>
  readForm(new Request('http://a', { method: 'POST', body })).catch(() => undefined)

const bodies: Record<string, (size: number) => () => unknown> = {
  'a JSON string of escapes': (size) => json(`"${fill('\\u0041', size - 2)}"`),
  'JSON that only opens lists': (size) => json(fill('[', size)),
  'a JSON list of empty objects': (size) => json(`[${fill('{},', size - 3)}{}]`),
  'a JSON object of equal names': (size) => json(`{${fill('"a":1,', size - 8)}"a":1}`),
  'a JSON string without an end': (size) => json(`"${fill('\\"', size - 1)}`),
  'a form of equal names': (size) => form(fill('a=1&', size)),
  'a form of other names': (size) => {
    const names = Array.from({ length: Math.floor(size / 8) }, (_, n) => `a${n}=`)
    return form(names.join('&'))
  },
  'a form of escapes': (size) => form(fill('%41', size)),
  'a form of ampersands': (size) => form(fill('&', size)),
  'a fingerprint of many members': (size) => {
    const members = Object.fromEntries(
      Array.from({ length: Math.floor(size / 32) }, (_, n) => [`k${n}`, n]),
    )
    return () => computeFingerprint(members)
  },
}

test.each(Object.entries(bodies))('takes time linear in the length for %s', (name, prepare) =>
  expectLinear(name, maxBodyBytes, prepare),
)

// Node rejects headers above 16 KiB. Each text is read so often that a quadratic reader exceeds the
// noise.
const largestHeader = 16_384
const times = 50
const headers: Record<string, (size: number) => () => unknown> = {
  'an Idempotency-Key': (size) => () => quietly(() => parseIdempotencyKey(fill('a', size))),
  'an Idempotency-Key of blanks': (size) => () =>
    quietly(() => parseIdempotencyKey(fill(' ', size))),
  'an If-Match of commas': (size) => () => quietly(() => checkIfMatch(fill(',', size), '"a.1"')),
  'an If-Match of many tags': (size) => () =>
    quietly(() => checkIfMatch(fill('"a.1" , ', size), '"b.1"')),
  'a query of equal names': (size) => () => readFields(new URLSearchParams(fill('a=1&', size))),
  'a query of escapes': (size) => () => readFields(new URLSearchParams(fill('%25', size))),
}

test.each(Object.entries(headers))('takes time linear in the length for %s', (name, prepare) =>
  expectLinear(name, largestHeader, (size) => {
    const work = prepare(size)
    return () => {
      for (let round = 0; round < times; round += 1) work()
    }
  }),
)
