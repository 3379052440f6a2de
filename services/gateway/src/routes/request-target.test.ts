import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalPath, splitTarget } from './request-target.ts'

const piece = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '',
    '%2e%2E',
    '%2f',
    '%5C',
    '%00',
    '%',
    '%g0',
    '%7e',
    '%41',
    '%c3%a9',
    '\\',
    'api',
    'é',
  ),
  fc.webSegment(),
)
const path = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`)

test('a canonical path means the same to every reader', () => {
  fc.assert(
    fc.property(path, (written) => {
      const canonical = canonicalPath(written)
      if (canonical === undefined) return
      expect(canonicalPath(canonical)).toBe(canonical)
      // The URL standard resolves dots and backslashes; nothing of that kind is left.
      const resolved = new URL(`http://x${canonical}`).pathname
      expect(decodeURIComponent(resolved)).toBe(decodeURIComponent(canonical))
      expect(resolved.split('/').length).toBe(canonical.split('/').length)
    }),
    { numRuns: 2_000 },
  )
})

test('an ordinary path is its own canonical form', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-zA-Z0-9_~-]{1,12}$/), { minLength: 1, maxLength: 5 }),
      (segments) => {
        const written = `/${segments.join('/')}`
        expect(canonicalPath(written)).toBe(written)
        expect(canonicalPath(`${written}/`)).toBe(`${written}/`)
      },
    ),
  )
})

test.each([
  ['/api/m%65', '/api/me'],
  ['/api/%7Ea', '/api/~a'],
  ['/a%20b%c3%a9', '/a%20b%C3%A9'],
  ['/a%252fb', '/a%252fb'],
  ['/a.b/..c/d..', '/a.b/..c/d..'],
])('%s becomes %s', (written, canonical) => {
  expect(canonicalPath(written)).toBe(canonical)
})

test.each([
  '/a/../b',
  '/a/.',
  '/a//b',
  '//a',
  '/a\\b',
  '/a%2fb',
  '/a%5cb',
  '/a%00',
  '/a%',
  '/a%4',
  '/a%zz',
  '/%2e%2e',
  '/a/.%2e/b',
])('%s is no path', (written) => {
  expect(canonicalPath(written)).toBeUndefined()
})

test('a target is split at its first question mark; anything but origin form is none', () => {
  expect(splitTarget('/a?b?c')).toEqual({ path: '/a', query: '?b?c' })
  expect(splitTarget('/a')).toEqual({ path: '/a', query: '' })
  for (const target of ['http://x/a', '*', '', 'a', '/a#b', '/a?b#c'])
    expect(splitTarget(target)).toBeUndefined()
})
