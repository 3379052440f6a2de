import { z } from 'zod'
import type { NetworkAnswer } from '../../network/call-network.ts'
import { type FailureClass, NetworkError } from '../../network/network-error.ts'
import { scrub } from '../../network/scrub.ts'
import { retryAfterSeconds } from '../oauth2-answer.ts'

const ErrorBody = z.looseObject({
  message: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  serviceErrorCode: z.number().optional().catch(undefined),
})

interface Reading {
  /** Whether the call may have had an effect that must not happen twice. */
  creates: boolean
  /** Taken out of the network's words. */
  secrets: readonly string[]
  now: Date
}

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
    const message = tokenWords[body?.code ?? ''] ?? 'the network no longer accepts the token'
    return new NetworkError({ class: 'reconnect', code, tokenInvalid: true, message })
  }
  if (status === 429) {
    return new NetworkError({ class: 'retry', code: 429, message: 'The network asks to wait', retryAfter })
  }
  if (body !== undefined && status >= 400 && status < 500) {
    return new NetworkError({ class: classOfStatus(status, body.serviceErrorCode), code, message: said })
  }
  // Its own words that it takes nothing now. Of anything else nobody knows whether it had an effect.
  const refused = status === 503 && body?.message !== undefined
  return new NetworkError({
    class: reading.creates && !refused ? 'unknown' : 'retry',
    code,
    message: refused ? said : `The network answered ${status} with something that cannot be read`,
    retryAfter,
  })
}
