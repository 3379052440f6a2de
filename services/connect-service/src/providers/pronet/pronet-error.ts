import { z } from 'zod'
import { errorReader, toLookup } from '../../network/read-error.ts'

const text = z.string().optional().catch(undefined)
const ErrorBody = z.object({
  message: text,
  code: text,
  serviceErrorCode: z.number().optional().catch(undefined),
})

const tokenWords = toLookup({
  EXPIRED_ACCESS_TOKEN: 'the connection has expired',
  REVOKED_ACCESS_TOKEN: 'the connection was revoked at the network',
})
// "Not enough permissions to access"
const permission = 100

/** Reads the network's errors. A successful response may have no body. */
export const pronetError = errorReader({
  success: 'any body',
  stated({ status, json }) {
    const body = ErrorBody.safeParse(json).data
    const { code, message } = body ?? {}
    if (status === 401) {
      return {
        code,
        message: tokenWords.get(code ?? '') ?? 'the network no longer accepts the token',
      }
    }
    const missing = status === 403 && body?.serviceErrorCode === permission
    return body && { class: missing ? 'reconnect' : undefined, code, message }
  },
  // After a 426 the network no longer supports the pinned API version.
  statuses: { 403: 'blocked', 408: 'retry', 409: 'retry', 426: 'blocked' },
})
