/** A kind decides the HTTP status and what happens to a message. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'payment_required'
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

/** One invalid field: a dotted `path` (`lineItems.0.quantity`) and a `message` for people. */
export interface FieldError {
  path: string
  message: string
}

export interface ErrorDetails {
  /** The invalid fields, for the problem's `errors`. */
  errors?: readonly FieldError[]
  /** Seconds until a retry makes sense, sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** Extra response headers. */
  headers?: Readonly<Record<string, string>>
}

/** The RFC 9110 status for each kind (docs/reference/http.md, "Errors"). */
export const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  payment_required: 402,
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

/** Returns what happens to a message if its handler fails with this kind of error. */
export const outcomeOfKind = (kind: ErrorKind): 'retry' | 'dead_letter' =>
  kind === 'internal' ||
  kind === 'unavailable' ||
  kind === 'rate_limited' ||
  kind === 'insufficient_storage'
    ? 'retry'
    : 'dead_letter'

export interface AppErrorInit {
  kind: ErrorKind
  /** Stable, snake_case and part of the API. */
  code: string
  message: string
  details?: ErrorDetails | undefined
  cause?: unknown
}

/** The only error with a message for clients. Every other error becomes "Internal error". */
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

/** An error table's messages by kind and code. */
type ErrorMessages = Readonly<Partial<Record<ErrorKind, Readonly<Record<string, string>>>>>
type CodesIn<T> = { [Kind in keyof T]: keyof T[Kind] & string }[keyof T]

/** One factory per code. The argument `message` replaces the table's message. */
export type ErrorTable<Code extends string> = {
  readonly [C in Code]: (
    init?: Partial<Pick<AppErrorInit, 'message' | 'details' | 'cause'>>,
  ) => AppError & { readonly code: C }
}

/** The codes in one or several error tables. */
export type CodeOf<Table> = Table extends ErrorTable<infer Code> ? Code : never

/** Builds an error table with one factory per code. docs/reference/http.md lists the codes. */
export function defineErrors<const T extends ErrorMessages>(messages: T): ErrorTable<CodesIn<T>> {
  const entries = Object.entries(messages).flatMap(([kind, coded]) =>
    Object.entries(coded).map(([code, message]) => [
      code,
      (init: object = {}) => new AppError({ kind: kind as ErrorKind, code, message, ...init }),
    ]),
  )
  return Object.freeze(Object.fromEntries(entries)) as ErrorTable<CodesIn<T>>
}
