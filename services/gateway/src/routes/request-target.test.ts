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

test('gives every parser the same canonical path', () => {
  fc.assert(
    fc.property(path, (written) => {
      const canonical = canonicalPath(written)
      if (canonical === undefined) return
      expect(canonicalPath(canonical)).toBe(canonical)
      // The URL standard resolves dots and backslashes, so none may be left.
      const resolved = new URL(`http://x${canonical}`).pathname
      expect(decodeURIComponent(resolved)).toBe(decodeURIComponent(canonical))
      expect(resolved.split('/').length).toBe(canonical.split('/').length)
    }),
    { numRuns: 2_000 },
  )
})

test('leaves an ordinary path unchanged', () => {
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
])('turns %s into %s', (written, canonical) => {
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
])('rejects the path %s', (written) => {
  expect(canonicalPath(written)).toBeUndefined()
})

test('splits a target at its first question mark, and rejects it if it is not in origin form', () => {
  expect(splitTarget('/a?b?c')).toEqual({ path: '/a', query: '?b?c' })
  expect(splitTarget('/a')).toEqual({ path: '/a', query: '' })
  for (const target of ['http://x/a', '*', '', 'a', '/a#b', '/a?b#c'])
    expect(splitTarget(target)).toBeUndefined()
})
