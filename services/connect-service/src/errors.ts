import { type AppError, commonErrors, connectErrors } from '@atrium/contracts'
import { NetworkError } from './network/network-error.ts'

/**
 * Builds the error if a network is dormant or does not support a way of connecting. `remedy` names
 * the supported way.
 */
export const notConfigured = (network: string, remedy?: string): AppError =>
  commonErrors.not_configured({
    message: `Connecting ${network} is not configured${remedy === undefined ? '' : `: ${remedy}`}`,
  })

/**
 * Returns the result of a network call. Converts a `NetworkError` to an API error (see `refusal`).
 */
export const refused = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw refusal(error)
  })

/**
 * Converts a network error to an API error: 503 if the network is unavailable, else 422 with the
 * network's message.
 */
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
