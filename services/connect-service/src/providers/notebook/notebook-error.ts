import { z } from 'zod'
import type { NetworkAnswer } from '../../network/call-network.ts'
import type { Reading } from '../../network/failures.ts'
import { type FailureClass, NetworkError } from '../../network/network-error.ts'
import { scrub } from '../../network/scrub.ts'

const ErrorBody = z.looseObject({
  object: z.literal('error'),
  // It goes into the log, and only what looks like a code does.
  code: z.string().regex(/^[a-z_]{1,60}$/),
  message: z.string().default('No reason given'),
})

const classes: ReadonlyMap<string, FailureClass> = new Map(
  Object.entries({
    unauthorized: 'reconnect',
    // The token is good, what it was shared with is not: only its owner can widen that.
    restricted_resource: 'blocked',
    rate_limited: 'retry',
    conflict_error: 'retry',
    internal_server_error: 'retry',
    bad_gateway: 'retry',
    service_unavailable: 'retry',
    database_connection_unavailable: 'retry',
    gateway_timeout: 'retry',
  } as const),
)

function classOf(status: number, code: string | undefined): FailureClass {
  const known = code === undefined ? undefined : classes.get(code)
  if (known !== undefined) return known
  if (status === 401) return 'reconnect'
  if (status === 403) return 'blocked'
  if (status === 429 || status >= 500) return 'retry'
  return code === undefined ? 'retry' : 'fix_content'
}

/**
 * The error in an answer of the notebook provider, or undefined for a success. It is judged by its code, which
 * the provider keeps stable, and else by the status. `secrets` are taken out of the provider's words.
 */
export function notebookError(
  answer: NetworkAnswer,
  { secrets }: Pick<Reading, 'secrets'>,
): NetworkError | undefined {
  const { status } = answer
  const body = ErrorBody.safeParse(answer.json)
  if (!body.success && status >= 200 && status < 300) return undefined
  const code = body.success ? body.data.code : undefined
  const kind = classOf(status, code)
  const retryAfter = Number(answer.headers['retry-after'])
  return new NetworkError({
    class: kind,
    code: code ?? status,
    tokenInvalid: kind === 'reconnect',
    message: body.success
      ? scrub(body.data.message, secrets)
      : kind === 'reconnect'
        ? 'The network refused the token'
        : `The network answered ${status} with something that cannot be read`,
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
  })
}
