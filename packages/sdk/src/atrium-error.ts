import { Problem } from '@atrium/contracts'

/**
 * Thrown if the platform refuses a call, or cannot be reached (status 0: `AtriumNetworkError`,
 * `AtriumTimeoutError`).
 */
export class AtriumError extends Error {
  readonly status: number
  /** Stable and in snake_case. Base decisions on the code, not on the message. */
  readonly code: string
  readonly requestId: string | undefined
  /** Every invalid field of a `validation_failed` error. */
  readonly errors: ReadonlyArray<{ path: string; message: string }>
  /** Seconds to wait before a retry, if the platform states them. */
  readonly retryAfterSeconds: number | undefined

  constructor(init: {
    status: number
    code: string
    message: string
    requestId?: string | undefined
    errors?: ReadonlyArray<{ path: string; message: string }> | undefined
    retryAfterSeconds?: number | undefined
    cause?: unknown
  }) {
    super(init.message, { cause: init.cause })
    this.name = 'AtriumError'
    this.status = init.status
    this.code = init.code
    this.requestId = init.requestId
    this.errors = init.errors ?? []
    this.retryAfterSeconds = init.retryAfterSeconds
  }
}

/** Thrown if nobody responded or the connection was lost (`code` `network_error`). */
export class AtriumNetworkError extends AtriumError {
  constructor(cause?: unknown) {
    super({ status: 0, code: 'network_error', message: 'Atrium cannot be reached', cause })
    this.name = 'AtriumNetworkError'
  }
}

/** Thrown if no response arrived within the call's timeout (`code` `timeout`). */
export class AtriumTimeoutError extends AtriumError {
  constructor(cause?: unknown) {
    super({ status: 0, code: 'timeout', message: 'Atrium does not respond in time', cause })
    this.name = 'AtriumTimeoutError'
  }
}

/**
 * Returns the error for an unsuccessful response: a problem document, better-auth's `{ code,
 * message }`, or neither.
 */
export async function errorOfResponse(response: Response): Promise<AtriumError> {
  const text = await response.text().catch(() => '')
  const base = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after')),
  }
  const body = parseJson(text)
  const problem = Problem.safeParse(body)
  if (problem.success) {
    const { code, detail, errors } = problem.data
    return new AtriumError({ ...base, code, message: detail, errors })
  }
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
  return new AtriumError({
    ...base,
    code: typeof code === 'string' ? code.toLowerCase() : `http_${response.status}`,
    message:
      typeof message === 'string' ? message : `Atrium responded with status ${response.status}`,
  })
}

/** Returns the seconds in `Retry-After`, which is a number of seconds or a date (RFC 9110). */
function parseRetryAfter(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
