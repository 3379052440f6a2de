import {
  AppError,
  commonErrors,
  type ErrorKind,
  type FieldError,
  type Problem,
  statusOfKind,
} from '@atrium/contracts'
import { asDatabaseError } from '@atrium/database'
import type { z } from 'zod'

const titles: Readonly<Record<ErrorKind, string>> = {
  invalid: 'Bad request',
  unauthenticated: 'Unauthenticated',
  payment_required: 'Payment required',
  forbidden: 'Forbidden',
  not_found: 'Not found',
  conflict: 'Conflict',
  precondition_failed: 'Precondition failed',
  too_large: 'Payload too large',
  unsupported_media_type: 'Unsupported media type',
  range_not_satisfiable: 'Range not satisfiable',
  unprocessable: 'Unprocessable',
  rate_limited: 'Too many requests',
  internal: 'Internal error',
  unavailable: 'Service unavailable',
  insufficient_storage: 'Insufficient storage',
}

const mostFields = 50

/**
 * Returns the fields in a zod error from any source, with dotted paths, at most 50. An unknown
 * field is listed under its own name.
 */
export const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            path: [...issue.path, key],
            message: 'There is no such field',
          }))
        : [issue],
    )
    .slice(0, mostFields)
    .map(({ path, message }) => ({ path: path.map(String).filter(Boolean).join('.'), message }))

/**
 * Converts a thrown value to an AppError. An unknown value becomes "Internal error" with its cause.
 */
export function toAppError(thrown: unknown): AppError {
  const error = asDatabaseError(thrown)
  return error instanceof AppError ? error : commonErrors.internal({ cause: error })
}

/**
 * Returns the `application/problem+json` response for an error, with `Retry-After` and
 * `WWW-Authenticate` if they apply.
 */
export function problemResponse(error: AppError, requestId: string): Response {
  const { status, headers, body } = toProblem(error, requestId)
  return new Response(body, { status, headers })
}

/** Returns the parts of the response for an error. */
export function toProblem(error: AppError, requestId: string) {
  const status = statusOfKind[error.kind]
  const retryAfter =
    error.details.retryAfterSeconds ??
    (error.kind === 'unavailable' || error.kind === 'rate_limited' ? 1 : undefined)
  const body: Problem = {
    type: `urn:atrium:problem:${error.code}`,
    title: titles[error.kind],
    status,
    detail: error.kind === 'internal' ? 'Internal error' : error.message,
    code: error.code,
    requestId,
    ...(error.details.errors === undefined ? {} : { errors: [...error.details.errors] }),
  }
  return {
    status,
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      // RFC 9110, 15.5.2: a 401 response must name a way to authenticate.
      ...(error.kind === 'unauthenticated' ? { 'www-authenticate': 'ApiKey realm="atrium"' } : {}),
      ...(retryAfter === undefined
        ? {}
        : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
      ...error.details.headers,
    },
  }
}

/**
 * Messages for values that clients omit or format differently. The schema's own message takes
 * precedence.
 */
const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'This is required'
  if (issue.code !== 'invalid_format') return undefined
  if (issue.format === 'datetime') return 'A moment, such as 2026-03-02T09:00:00Z'
  if (issue.format === 'url') return 'An address, such as https://example.com/page'
  return issue.format === 'date' ? 'A day, such as 2026-03-02' : undefined
}

/** Parses a value with zod. Throws `validation_failed` (400) with every invalid field. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: inWords })
  if (result.success) return result.data
  throw commonErrors.validation_failed({ details: { errors: fieldErrors(result.error) } })
}
