import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  acceptableRequestId,
  childTraceparent,
  currentContext,
  withRequestContext,
} from './request-context.ts'

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })

test('keeps the parent’s trace and flags in a child and gives it its own span', () => {
  fc.assert(
    fc.property(hex(32), hex(16), hex(2), (trace, span, flags) => {
      fc.pre(!/^0+$/.test(trace) && !/^0+$/.test(span))
      const child = form.exec(childTraceparent(`00-${trace}-${span}-${flags}`))
      expect([child?.[1], child?.[3]]).toEqual([trace, flags])
      expect(child?.[2]).not.toBe(span)
    }),
  )
})

test('begins a new trace if the parent is absent or invalid', () => {
  const bad = [
    undefined,
    '',
    'x',
    `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'1'.repeat(32)}-${'0'.repeat(16)}-01`,
    `01-${'1'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01\r\nx: y`,
  ]
  const made = [...bad, ...Array.from({ length: 1_000 }, () => undefined)].map(childTraceparent)
  for (const value of made) expect(value).toMatch(form)
  expect(new Set(made.map((value) => value.slice(3, 35))).size).toBe(made.length)
  expect(new Set(made.map((value) => value.slice(36, 52))).size).toBe(made.length)
})

test('accepts only harmless request ids', () => {
  for (const good of ['a', 'AZ.az_09-', 'x'.repeat(128)])
    expect(acceptableRequestId(good)).toBe(good)
  for (const bad of [undefined, '', 'x'.repeat(129), 'a b', 'a\nb', 'a"b', 'ä', 'a/b']) {
    expect(acceptableRequestId(bad)).toBeUndefined()
  }
})

test('keeps the context across every await and does not mix concurrent contexts', async () => {
  expect(currentContext()).toBeUndefined()
  const seen = await Promise.all(
    ['one', 'two', 'three'].map((requestId) =>
      withRequestContext({ requestId, traceparent: '' }, async () => {
        await new Promise((resolve) => setTimeout(resolve, 1))
        return currentContext()?.requestId
      }),
    ),
  )
  expect(seen).toEqual(['one', 'two', 'three'])
  expect(currentContext()).toBeUndefined()
})
