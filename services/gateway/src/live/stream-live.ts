import { AppError, streamEvents } from '@atrium/contracts'
import { authorise, type Exchange, headerOf } from '@atrium/http'
import { credentialsOf } from '../caller/credentials.ts'
import type { Deps } from '../deps.ts'

const eventIdAtMost = 200

/** Answers an admitted request with the events of its caller's org; throws as `LiveHub.open` does. */
export async function streamLive(
  { live, resolvePrincipal }: Pick<Deps, 'live' | 'resolvePrincipal'>,
  exchange: Exchange,
): Promise<void> {
  const principal = authorise(streamEvents, exchange.principal)
  const credentials = credentialsOf(exchange.request)
  const stillAdmitted = async (): Promise<boolean> => {
    if (credentials.kind === 'none') return false
    try {
      const now = authorise(streamEvents, await resolvePrincipal(credentials, exchange.context))
      return now.userId === principal.userId && now.orgId === principal.orgId
    } catch (refusal) {
      // Without an answer of identity the stream goes on until the next check.
      return refusal instanceof AppError && refusal.kind === 'unavailable'
    }
  }
  const lastEventId = headerOf(exchange.request, 'last-event-id')?.slice(0, eventIdAtMost)
  await live.open(exchange, principal, lastEventId || undefined, stillAdmitted)
}
