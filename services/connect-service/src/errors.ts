import { type AppError, commonErrors, defineErrors } from '@atrium/contracts'
import { NetworkError } from './network/network-error.ts'

export const connectErrors = defineErrors({
  no_pages_found: { kind: 'unprocessable', message: 'No Pages found' },
  token_rejected: { kind: 'unprocessable', message: 'The network refused the token' },
  pagenet_page_unavailable: {
    kind: 'conflict',
    message: 'This Page can no longer be connected this way; connect again',
  },
  upload_refused: { kind: 'unprocessable', message: 'The network refused the upload' },
  upload_not_relayed: { kind: 'conflict', message: 'The bytes of this upload go to its own address' },
  key_missing: {
    kind: 'conflict',
    message: 'What was kept of this is sealed with a key that is no longer configured; begin again',
  },
  network_unavailable: { kind: 'unavailable', message: 'The network does not answer' },
})

/** A network's dormancy, by name. */
export const notConfigured = (network: string): AppError =>
  commonErrors.not_configured({ message: `Connecting ${network} is not configured` })

/** A network's refusal as an answer: away is 503, everything else 422 with the network's words. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof NetworkError)) return error
  if (error.class === 'retry' || error.class === 'unknown') {
    return connectErrors.network_unavailable({
      message: error.message,
      details: { retryAfterSeconds: error.retryAfter ?? 30 },
    })
  }
  return connectErrors.token_rejected({ message: `The network refused the token: ${error.message}` })
}
