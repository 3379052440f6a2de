import { z } from 'zod'
import type { NetworkAnswer } from '../../network/call-network.ts'
import {
  askedToWait,
  type Reading,
  retryAfterSeconds,
  tokenRefused,
  unreadable,
} from '../../network/failures.ts'
import { type FailureClass, NetworkError } from '../../network/network-error.ts'
import { scrub } from '../../network/scrub.ts'

const ErrorBody = z.looseObject({
  message: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  serviceErrorCode: z.number().optional().catch(undefined),
})

const tokenWords: Readonly<Record<string, string>> = {
  EXPIRED_ACCESS_TOKEN: 'the connection has expired',
  REVOKED_ACCESS_TOKEN: 'the connection was taken back at the network',
}
// "Not enough permissions to access"
const permission = 100

/** What a refusal with one of the network's statuses means. */
function classOfStatus(status: number, service: number | undefined): FailureClass {
  if (status === 403) return service === permission ? 'reconnect' : 'blocked'
  // The version of the API that we name is over.
  if (status === 426) return 'blocked'
  return status === 408 || status === 409 ? 'retry' : 'fix_content'
}

/** The error in an answer of the professional network, or undefined for a success, which may have no body. */
export function pronetError(answer: NetworkAnswer, reading: Reading): NetworkError | undefined {
  const { status } = answer
  if (status >= 200 && status < 300) return undefined
  const parsed = ErrorBody.safeParse(answer.json)
  const body = parsed.success ? parsed.data : undefined
  const code = body?.code ?? status
  const said = scrub(body?.message ?? `The network answered ${status}`, reading.secrets)
  const retryAfter = retryAfterSeconds(answer, reading.now)
  if (status === 401) {
    return tokenRefused(tokenWords[body?.code ?? ''] ?? 'the network no longer accepts the token', code)
  }
  if (status === 429) return askedToWait(retryAfter)
  if (body !== undefined && status >= 400 && status < 500) {
    return new NetworkError({ class: classOfStatus(status, body.serviceErrorCode), code, message: said })
  }
  // Its own words that it takes nothing now. Of anything else nobody knows whether it had an effect.
  return status === 503 && body?.message !== undefined
    ? new NetworkError({ class: 'retry', code, message: said, retryAfter })
    : unreadable(answer, reading.creates, retryAfter)
}
