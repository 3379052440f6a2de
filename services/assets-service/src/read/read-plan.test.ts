import { buildAssetKey, parseAssetKey } from '@atrium/asset-key'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blobHeaders, planRead } from './read-plan.ts'

const modified = new Date(Date.UTC(2026, 4, 5, 6, 7, 8, 900))
const buildBlob = (visibility: 'pub' | 'priv', bytes = 100) => {
  const key = buildAssetKey({ orgId: `org_${'a'.repeat(32)}`, visibility, extension: 'png' })
  const parsed = parseAssetKey(key)
  if (!parsed) throw new Error('unreachable')
  return blobHeaders(parsed, { key, bytes, modifiedAt: modified })
}
const named = (list: readonly string[]) =>
  Object.fromEntries(
    list.flatMap((name, i) => (i % 2 === 0 ? [[name.toLowerCase(), list[i + 1]]] : [])),
  )
const blob = buildBlob('pub')
const date = (offsetSeconds: number) =>
  new Date(modified.getTime() + offsetSeconds * 1000).toUTCString()
const status = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
  planRead(method, headers, blob).status

describe('planRead', () => {
  it('shows a public blob with the documented headers', () => {
    const plan = planRead('GET', {}, blob)
    expect(plan).toMatchObject({ status: 200, range: undefined })
    expect(plan.status === 200 && named(plan.headers)).toEqual({
      'accept-ranges': 'bytes',
      etag: blob.etag,
      'last-modified': 'Tue, 05 May 2026 06:07:08 GMT',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'image/png',
      'content-length': '100',
    })
    expect(blob.etag).toMatch(/^"[^"]+"$/)
  })

  it('shows a private blob only to its owner, and forbids shared caching', () => {
    const headers = named(buildBlob('priv').whole)
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Origin, Cookie' })
    expect(headers).not.toHaveProperty('cross-origin-resource-policy')
  })

  it('keeps the validators and caching headers in a 304 and omits the content headers', () => {
    const plan = planRead('GET', { 'if-none-match': blob.etag }, blob)
    const headers = plan.status === 304 ? named(plan.headers) : {}
    expect(headers).toMatchObject({
      etag: blob.etag,
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(headers).not.toHaveProperty('content-length')
    expect(headers).not.toHaveProperty('content-type')
  })

  it.each<[number, Record<string, string>]>([
    [304, { 'if-none-match': '*' }],
    [304, { 'if-none-match': blob.etag }],
    [304, { 'if-none-match': `W/${blob.etag}` }],
    [304, { 'if-none-match': `"a", W/"b" ,${blob.etag}` }],
    [304, { 'if-none-match': `"with, comma", ${blob.etag}` }],
    [200, { 'if-none-match': '"other"' }],
    [200, { 'if-none-match': blob.etag.replaceAll('"', '') }],
    [200, { 'if-none-match': '' }],
    [304, { 'if-none-match': `\t"a"\t,,\t${blob.etag}\t` }],
    // These are no ETags, although each contains one.
    [200, { 'if-none-match': `w/${blob.etag}` }],
    [200, { 'if-none-match': `x${blob.etag}` }],
    [200, { 'if-none-match': `${blob.etag}x, "a` }],
    [412, { 'if-match': `w/${blob.etag}` }],
    [412, { 'if-match': `"a" ${blob.etag}` }],
    // If both are sent, only If-None-Match counts.
    [200, { 'if-none-match': '"other"', 'if-modified-since': date(10) }],
    [304, { 'if-none-match': blob.etag, 'if-modified-since': date(-10) }],
    [304, { 'if-modified-since': date(0) }],
    [304, { 'if-modified-since': date(1) }],
    [200, { 'if-modified-since': date(-1) }],
    [200, { 'if-modified-since': 'yesterday' }],
    [200, { 'if-match': '*' }],
    [200, { 'if-match': `"a", ${blob.etag}` }],
    [412, { 'if-match': '"a"' }],
    [412, { 'if-match': `W/${blob.etag}` }],
    [412, { 'if-match': '"a"', 'if-none-match': blob.etag }],
    [304, { 'if-match': blob.etag, 'if-none-match': blob.etag }],
    [200, { 'if-unmodified-since': date(0) }],
    [412, { 'if-unmodified-since': date(-1) }],
    [200, { 'if-unmodified-since': 'never' }],
    // If both are sent, only If-Match counts.
    [200, { 'if-match': blob.etag, 'if-unmodified-since': date(-1) }],
    [206, { range: 'bytes=0-1' }],
    [206, { range: 'bytes=0-1', 'if-range': blob.etag }],
    [206, { range: 'bytes=0-1', 'if-range': date(0) }],
    [200, { range: 'bytes=0-1', 'if-range': `W/${blob.etag}` }],
    [200, { range: 'bytes=0-1', 'if-range': '"other"' }],
    [200, { range: 'bytes=0-1', 'if-range': date(1) }],
    [200, { range: 'bytes=0-1', 'if-range': date(-1) }],
    [200, { range: 'bytes=0-1', 'if-range': 'whatever' }],
    [200, { range: 'bytes=100-', 'if-range': '"other"' }],
    [416, { range: 'bytes=100-' }],
    [304, { range: 'bytes=0-1', 'if-none-match': blob.etag }],
    [412, { range: 'bytes=100-', 'if-match': '"a"' }],
    [200, { range: 'bytes=0-1,5-6' }],
  ])('responds with %i if the headers are %j', (expected, headers) => {
    expect(status(headers)).toBe(expected)
  })

  it('ignores a range in a HEAD request', () => {
    expect(status({ range: 'bytes=0-1' }, 'HEAD')).toBe(200)
    expect(status({ range: 'bytes=100-' }, 'HEAD')).toBe(200)
    expect(status({ 'if-none-match': blob.etag }, 'HEAD')).toBe(304)
  })

  it('states the part and the total size of a range', () => {
    const plan = planRead('GET', { range: 'bytes=-10' }, blob)
    expect(plan).toMatchObject({ status: 206, range: { start: 90, end: 99 } })
    expect(plan.status === 206 && named(plan.headers)).toMatchObject({
      'content-range': 'bytes 90-99/100',
      'content-length': '10',
      'content-type': 'image/png',
    })
    const refused = planRead('GET', { range: 'bytes=100-' }, blob)
    expect(refused.status === 416 && refused.headers).toMatchObject({
      'Content-Range': 'bytes */100',
    })
  })

  it('does not throw for any headers', () => {
    const header = fc.option(
      fc.oneof(fc.string(), fc.constantFrom(blob.etag, '*', date(0), 'bytes=0-')),
      {
        nil: undefined,
      },
    )
    const names = [
      'if-match',
      'if-none-match',
      'if-modified-since',
      'if-unmodified-since',
      'if-range',
      'range',
    ]
    const headers = fc.record(Object.fromEntries(names.map((name) => [name, header])))
    fc.assert(
      fc.property(headers, fc.constantFrom('GET' as const, 'HEAD' as const), (given, method) => {
        expect([200, 206, 304, 412, 416]).toContain(planRead(method, given, blob).status)
      }),
      { numRuns: 1000 },
    )
  })

  it('follows RFC 9110, section 13.2.2, for every combination of conditions', () => {
    const tag = fc.option(fc.constantFrom(blob.etag, '"other"', '*'), { nil: undefined })
    const seconds = fc.option(fc.constantFrom(-5, 0, 5), { nil: undefined })
    fc.assert(
      fc.property(
        tag,
        tag,
        seconds,
        seconds,
        (match, noneMatch, modifiedSince, unmodifiedSince) => {
          const plan = planRead(
            'GET',
            {
              'if-match': match,
              'if-none-match': noneMatch,
              'if-modified-since': modifiedSince === undefined ? undefined : date(modifiedSince),
              'if-unmodified-since':
                unmodifiedSince === undefined ? undefined : date(unmodifiedSince),
            },
            blob,
          )
          const expected = () => {
            if (match !== undefined && match === '"other"') return 412
            if (match === undefined && unmodifiedSince !== undefined && unmodifiedSince < 0)
              return 412
            if (noneMatch !== undefined) return noneMatch === '"other"' ? 200 : 304
            return modifiedSince !== undefined && modifiedSince >= 0 ? 304 : 200
          }
          expect(plan.status).toBe(expected())
        },
      ),
      { numRuns: 500 },
    )
  })
})
