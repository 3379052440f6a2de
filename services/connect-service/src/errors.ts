import { type AppError, commonErrors, connectErrors } from '@atrium/contracts'
import { NetworkError } from './network/network-error.ts'

/** A network's dormancy, or a way to connect that it does not have, with the one that it has. */
export const notConfigured = (network: string, remedy?: string): AppError =>
  commonErrors.not_configured({
    message: `Connecting ${network} is not configured${remedy === undefined ? '' : `: ${remedy}`}`,
  })

/** The result of a network's calls, with its refusal as an answer of this service. */
export const refused = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw refusal(error)
  })

/** A network's refusal as an answer: away is 503, all else 422 with the network's words. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof NetworkError)) return error
  if (error.class === 'retry' || error.class === 'unknown') {
    return connectErrors.network_unavailable({
      message: error.message,
      details: { retryAfterSeconds: error.retryAfter ?? 30 },
    })
  }
  return connectErrors.token_rejected({
    message: `The network refused the token: ${error.message}`,
  })
}
