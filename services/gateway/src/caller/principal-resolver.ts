import {
  AppError,
  type CallerCredentials,
  commonErrors,
  type Principal,
  ResolvePrincipals,
} from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import { type RequestContext, withRequestContext } from '@atrium/telemetry'
import type { Credentials } from './credentials.ts'

/** Asks identity, which is never remembered. Throws `invalid_credentials` (401), `unavailable` (503). */
export type ResolvePrincipal = (
  credentials: Exclude<Credentials, { kind: 'none' }>,
  context: RequestContext,
) => Promise<Principal>

export const createPrincipalResolver =
  (bus: Bus): ResolvePrincipal =>
  async (credentials, context) => {
    const input = { credentials: [proofOf(credentials)] }
    const answer = withRequestContext(context, () => callRpc(bus, ResolvePrincipals, input))
    const { resolved } = await answer.catch((error: unknown) => {
      if (!(error instanceof AppError && error.kind === 'unavailable')) {
        bus.logger.error({ err: error, requestId: context.requestId }, 'identity failed')
      }
      throw commonErrors.unavailable({ cause: error, details: { retryAfterSeconds: 2 } })
    })
    const [caller] = resolved
    if (caller?.outcome !== 'authenticated') throw commonErrors.invalid_credentials()
    return caller.principal
  }

function proofOf(credentials: Exclude<Credentials, { kind: 'none' }>): CallerCredentials {
  switch (credentials.kind) {
    case 'session':
      return { sessionCookie: credentials.cookie }
    case 'api-key':
      return { apiKey: credentials.key }
    case 'access-token':
      return { accessToken: credentials.token }
  }
}
