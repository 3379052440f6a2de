import { parseHttpDate } from './http-date.ts'

export interface Validators {
  readonly etag: string
  /** In milliseconds. Compared in whole seconds, because `Last-Modified` shows only those. */
  readonly modifiedAt: number
}

export interface ConditionHeaders {
  readonly 'if-match'?: string | undefined
  readonly 'if-none-match'?: string | undefined
  readonly 'if-modified-since'?: string | undefined
  readonly 'if-unmodified-since'?: string | undefined
  readonly 'if-range'?: string | undefined
}

export type Verdict = 'proceed' | 'not_modified' | 'precondition_failed'

const wholeSeconds = (millis: number) => Math.floor(millis / 1000) * 1000
// Matches a complete member of the list. A malformed member matches nothing.
const entityTag = /(?<=^|,)[ \t]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?=,|$)/g

/**
 * Evaluates a request's conditions for an existing blob in the order given by RFC 9110, section
 * 13.2.2.
 */
export function evaluateConditions(headers: ConditionHeaders, validators: Validators): Verdict {
  const modifiedAt = wholeSeconds(validators.modifiedAt)
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, validators.etag, 'strong')) return 'precondition_failed'
  } else {
    const unmodifiedSince = parseDate(headers['if-unmodified-since'])
    if (unmodifiedSince !== undefined && modifiedAt > unmodifiedSince) return 'precondition_failed'
  }
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined) {
    return matches(ifNoneMatch, validators.etag, 'weak') ? 'not_modified' : 'proceed'
  }
  const modifiedSince = parseDate(headers['if-modified-since'])
  return modifiedSince !== undefined && modifiedAt <= modifiedSince ? 'not_modified' : 'proceed'
}

/**
 * True if the `Range` header counts: there is no `If-Range`, or `If-Range` names exactly these
 * bytes.
 */
export function rangeApplies(headers: ConditionHeaders, validators: Validators): boolean {
  const ifRange = headers['if-range']?.trim()
  if (ifRange === undefined) return true
  if (ifRange.endsWith('"')) return ifRange === validators.etag
  return parseHttpDate(ifRange) === wholeSeconds(validators.modifiedAt)
}

function matches(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true
  const tags = [...header.matchAll(entityTag)].map(([, tag]) => tag)
  return tags.some((tag) => tag === etag || (comparison === 'weak' && tag === `W/${etag}`))
}

const parseDate = (header: string | undefined) =>
  header === undefined ? undefined : parseHttpDate(header.trim())
