import { Problem } from '@atrium/contracts'

/** A refusal of the platform, or its absence (`code` `network_error`, status 0). */
export class AtriumError extends Error {
  readonly status: number
  /** Stable and snake_case; decide on this, not on the message. */
  readonly code: string
  readonly requestId: string | undefined
  /** Every invalid field of a `validation_failed`. */
  readonly errors: ReadonlyArray<{ path: string; message: string }>
  /** Seconds to wait before another try, where the platform states them. */
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

/** The error of an answer that is not a success: a problem document, better-auth's `{ code, message }`, or neither. */
export async function errorOfResponse(response: Response): Promise<AtriumError> {
  const text = await response.text().catch(() => '')
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const base = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
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
    message: typeof message === 'string' ? message : `The platform answered ${response.status}`,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
