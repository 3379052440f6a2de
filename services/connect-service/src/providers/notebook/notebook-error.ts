import { z } from 'zod'
import type { FailureClass } from '../../network/network-error.ts'
import { errorReader, toLookup } from '../../network/read-error.ts'

const ErrorBody = z.object({
  object: z.literal('error'),
  // Accept only text that looks like a code, because codes are logged.
  code: z.string().regex(/^[a-z_]{1,60}$/),
  message: z.string().default('No reason given'),
})

const classes = toLookup<FailureClass>({
  unauthorized: 'reconnect',
  // The token is valid, but the page is not shared with the integration. Only the page's owner can
  // change that.
  restricted_resource: 'blocked',
  rate_limited: 'retry',
  conflict_error: 'retry',
  internal_server_error: 'retry',
  bad_gateway: 'retry',
  service_unavailable: 'retry',
  database_connection_unavailable: 'retry',
  gateway_timeout: 'retry',
})

/**
 * Classifies by the code, which the provider keeps stable, or by the status if there is no code.
 */
export const notebookError = errorReader({
  success: 'no stated error',
  stated({ status, json }) {
    const body = ErrorBody.safeParse(json).data
    if (body === undefined) return status === 403 ? { class: 'blocked' } : undefined
    const kind = classes.get(body.code)
    return {
      class: kind,
      code: body.code,
      message: body.message,
      tokenInvalid: kind === 'reconnect',
    }
  },
  statuses: { 403: 'blocked' },
})
