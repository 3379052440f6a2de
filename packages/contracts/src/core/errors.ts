/** What went wrong, in the terms that decide an HTTP status and what happens to a message. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'unprocessable'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'
  | 'insufficient_storage'

/** One invalid field: `path` in dots (`lineItems.0.quantity`), `message` for people. */
export interface FieldError {
  path: string
  message: string
}

export interface ErrorDetails {
  /** Named invalid fields, shown in a problem's `errors`. */
  errors?: readonly FieldError[]
  /** Seconds until a retry makes sense, shown as `Retry-After`. */
  retryAfterSeconds?: number
  /** Extra headers of the answer. */
  headers?: Readonly<Record<string, string>>
}

/** The status of RFC 9110 that each kind is answered with; docs/reference/http.md, "Errors". */
export const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  insufficient_storage: 507,
}

/** What a consumer does with a message whose handler failed: try again later, or set it aside at once. */
export const outcomeOfKind = (kind: ErrorKind): 'retry' | 'dead_letter' =>
  kind === 'internal' || kind === 'unavailable' || kind === 'rate_limited' || kind === 'insufficient_storage'
    ? 'retry'
    : 'dead_letter'

export interface AppErrorInit {
  kind: ErrorKind
  /** Stable, snake_case; part of the API. */
  code: string
  message: string
  details?: ErrorDetails | undefined
  cause?: unknown
}

/** The only error that is answered with its own words; every other one is answered as "Internal error". */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly details: ErrorDetails

  constructor(init: AppErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause })
    this.name = 'AppError'
    this.kind = init.kind
    this.code = init.code
    this.details = init.details ?? {}
  }
}

export interface ErrorSpec {
  kind: ErrorKind
  message: string
  /** The code of the answer when it is not the key of the table. */
  code?: string
}

export type ErrorTable<T extends Record<string, ErrorSpec>> = {
  [K in keyof T]: (init?: { message?: string; details?: ErrorDetails; cause?: unknown }) => AppError
}

const codes = new Set<string>()

/** The codes of every error table that this process has loaded; a test compares those that operations name. */
export const loadedErrorCodes = (): ReadonlySet<string> => codes

/**
 * Builds the error table of a feature: one factory per code. A general code (`not_found`) stays as it is, so
 * that clients see the codes of docs/reference/http.md.
 */
export function defineErrors<const T extends Record<string, ErrorSpec>>(table: T): ErrorTable<T> {
  for (const [key, { code = key }] of Object.entries<ErrorSpec>(table)) codes.add(code)
  const entries = Object.entries(table).map(([key, spec]) => [
    key,
    (init: { message?: string; details?: ErrorDetails; cause?: unknown } = {}) =>
      new AppError({
        kind: spec.kind,
        code: spec.code ?? key,
        message: init.message ?? spec.message,
        details: init.details,
        cause: init.cause,
      }),
  ])
  return Object.freeze(Object.fromEntries(entries)) as ErrorTable<T>
}

/** The refusals that every service shares; docs/reference/http.md, "Errors". */
export const commonErrors = defineErrors({
  validation_failed: { kind: 'invalid', message: 'The request is not valid' },
  no_active_org: { kind: 'invalid', message: 'No active organisation' },
  not_configured: { kind: 'invalid', message: 'This integration is not configured' },
  unauthenticated: { kind: 'unauthenticated', message: 'Sign in first' },
  invalid_credentials: { kind: 'unauthenticated', message: 'The credentials are not valid' },
  forbidden: { kind: 'forbidden', message: 'Not allowed' },
  not_found: { kind: 'not_found', message: 'Not found' },
  precondition_failed: { kind: 'precondition_failed', message: 'The resource has changed since it was read' },
  payload_too_large: { kind: 'too_large', message: 'The body is too large' },
  unsupported_media_type: { kind: 'unsupported_media_type', message: 'This media type is not supported' },
  idempotency_key_reused: {
    kind: 'conflict',
    message: 'This Idempotency-Key was used with another request',
  },
  rate_limited: { kind: 'rate_limited', message: 'Too many requests' },
  unavailable: { kind: 'unavailable', message: 'Temporarily unavailable' },
  internal: { kind: 'internal', message: 'Internal error' },
})
