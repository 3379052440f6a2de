import { streamEvents } from '@atrium/contracts'
import { authorise, type Exchange, readHeader } from '@atrium/http'
import { stillAdmittedAs } from '../caller/still-admitted.ts'
import type { Deps } from '../deps.ts'

const eventIdAtMost = 200

/** Streams the org's events to an admitted request. Throws the errors of `LiveHub.open`. */
export async function streamLive(
  deps: Pick<Deps, 'live' | 'resolvePrincipal'>,
  exchange: Exchange,
) {
  const principal = authorise(streamEvents, exchange.principal)
  const stillAdmitted =
    stillAdmittedAs(deps, exchange, principal, (now) => authorise(streamEvents, now)) ??
    (async () => false)
  const lastEventId = readHeader(exchange.request, 'last-event-id')?.slice(0, eventIdAtMost)
  await deps.live.open(exchange, principal, lastEventId || undefined, stillAdmitted)
}
