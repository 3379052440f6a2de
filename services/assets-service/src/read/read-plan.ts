import { type AssetKey, findContentType, findMediaClass } from '@atrium/asset-key'
import type { BlobFacts, ByteRange } from '@atrium/blob-store'
import { chooseRange } from './byte-range.ts'
import { type ConditionHeaders, evaluateConditions, rangeApplies } from './conditions.ts'

export type ReadPlan =
  | { readonly status: 200; readonly headers: HeaderList; readonly range: undefined }
  | { readonly status: 206; readonly headers: HeaderList; readonly range: ByteRange }
  | { readonly status: 304; readonly headers: HeaderList }
  | { readonly status: 412 }
  | { readonly status: 416; readonly headers: Readonly<Record<string, string>> }

/** Names and values in turns, because this form costs `writeHead` least. */
export type HeaderList = readonly string[]

export interface BlobHeaders {
  readonly etag: string
  readonly modifiedAt: number
  readonly bytes: number
  /** Headers for every response, even a 304. */
  readonly always: HeaderList
  readonly whole: HeaderList
  readonly contentType: HeaderList
}

const ofLane = {
  pub: {
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  },
  priv: { 'Cache-Control': 'private, no-cache', Vary: 'Origin, Cookie' },
}

/**
 * Returns the headers of docs/reference/assets.md, "Reading". The ETag comes from the key, so it is
 * the same on every backend.
 */
export function blobHeaders(
  key: AssetKey,
  facts: BlobFacts,
  etag = `"${key.uuid}-${facts.bytes.toString(16)}"`,
): BlobHeaders {
  const always = Object.entries({
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Last-Modified': facts.modifiedAt.toUTCString(),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    // Documents are downloaded, because a browser cannot show them under the sandbox policy.
    'Content-Disposition': findMediaClass(key.extension) === undefined ? 'attachment' : 'inline',
    ...ofLane[key.visibility],
  }).flat()
  const contentType = ['Content-Type', findContentType(key.extension)]
  return {
    etag,
    modifiedAt: facts.modifiedAt.getTime(),
    bytes: facts.bytes,
    always,
    contentType,
    whole: [...always, ...contentType, 'Content-Length', String(facts.bytes)],
  }
}

type ReadHeaders = ConditionHeaders & { readonly range?: string | undefined }

/**
 * Decides on a GET or HEAD as RFC 9110 says: conditions first, and then the range, for GET only.
 */
export function planRead(
  method: 'GET' | 'HEAD',
  headers: ReadHeaders,
  blob: BlobHeaders,
): ReadPlan {
  const verdict = evaluateConditions(headers, blob)
  if (verdict === 'precondition_failed') return { status: 412 }
  if (verdict === 'not_modified') return { status: 304, headers: blob.always }
  const wanted = method === 'GET' && rangeApplies(headers, blob) ? headers.range : undefined
  const range = chooseRange(wanted, blob.bytes)
  if (range === 'unsatisfiable') {
    return {
      status: 416,
      headers: { 'Accept-Ranges': 'bytes', 'Content-Range': `bytes */${blob.bytes}` },
    }
  }
  if (range === 'whole') return { status: 200, headers: blob.whole, range: undefined }
  const { start, end } = range
  const part = ['Content-Range', `bytes ${start}-${end}/${blob.bytes}`]
  part.push('Content-Length', String(end - start + 1))
  return { status: 206, headers: [...blob.always, ...blob.contentType, ...part], range }
}
