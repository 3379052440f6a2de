import { AppError, commonErrors, type Principal, ResolvePrincipal } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import { type RequestContext, withRequestContext } from '@atrium/telemetry'
import type { Credentials } from './credentials.ts'

/**
 * Asks identity who the caller is; never remembered, so that what was revoked is refused on the next request. Throws
 * `invalid_credentials` (401), and `unavailable` (503) when identity cannot say.
 */
export async function resolvePrincipal(
  bus: Bus,
  credentials: Exclude<Credentials, { kind: 'none' }>,
  context: RequestContext,
): Promise<Principal> {
  const input =
    credentials.kind === 'session' ? { sessionCookie: credentials.cookie } : { apiKey: credentials.key }
  await turnOfLoop()
  const resolved = await withRequestContext(context, () => callRpc(bus, ResolvePrincipal, input)).catch(
    (error: unknown) => {
      if (!(error instanceof AppError && error.kind === 'unavailable')) {
        bus.logger.error({ err: error, requestId: context.requestId }, 'identity failed')
      }
      throw commonErrors.unavailable({ cause: error, details: { retryAfterSeconds: 2 } })
    },
  )
  if (resolved.outcome !== 'authenticated') throw commonErrors.invalid_credentials()
  return resolved.principal
}

let turn: Promise<void> | undefined

/**
 * Resolves once what has arrived has been read. Questions that are put together then leave in one write, which
 * costs a fraction of one write each.
 */
function turnOfLoop(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  })
  return turn
}
