import { AppError, commonErrors, type Principal } from '@atrium/contracts'
import type { Exchange } from '@atrium/http'
import { changesState, isAllowedOrigin } from '../browser/csrf.ts'
import type { Deps } from '../deps.ts'
import type { Route } from '../routes/route.ts'
import { type ClientFacts, networkOf } from './client-facts.ts'
import { type Credentials, credentialsOf } from './credentials.ts'
import { sessionCookieOf } from './session-cookie.ts'

type AdmitDeps = Pick<Deps, 'resolvePrincipal' | 'limiter' | 'config'>

/**
 * Lets a request in, or throws why not: a bad credential (401), identity away (503), too many requests (429), a
 * session used from a foreign origin (403). Notes the principal and the state of its allowance on the exchange.
 */
export async function admit(
  deps: AdmitDeps,
  exchange: Exchange,
  route: Route,
  client: ClientFacts,
): Promise<void> {
  let session = false
  if (route.credentials === 'ignored') {
    session = carriesSession(exchange)
    count(deps, exchange, route.counts, client, await holderOfSession(deps, exchange, route))
  } else {
    const credentials = await identify(deps, exchange, client)
    session = credentials.kind === 'session'
    count(deps, exchange, route.counts, client)
  }
  if (session && route.csrf && changesState(exchange.method)) requireOrigin(deps, exchange, client)
}

// Identity reads the cookie itself on its own routes; the rule about origins holds there as well.
const carriesSession = (exchange: Exchange): boolean =>
  sessionCookieOf(exchange.request.headers.cookie).kind !== 'absent'

/**
 * Whose session it is on routes where identity judges it: people behind one address do not share its allowance there
 * either. Null without a good session, which is anonymous.
 */
async function holderOfSession(
  deps: AdmitDeps,
  { request, context }: Exchange,
  { counts }: Route,
): Promise<Principal | null> {
  if (counts !== 'caller' || !deps.config.limitsOn) return null
  const session = sessionCookieOf(request.headers.cookie)
  if (session.kind !== 'value') return null
  return deps.resolvePrincipal({ kind: 'session', cookie: session.value }, context).catch(() => null)
}

async function identify(deps: AdmitDeps, exchange: Exchange, client: ClientFacts): Promise<Credentials> {
  try {
    const credentials = credentialsOf(exchange.request)
    if (credentials.kind !== 'none') {
      exchange.principal = await deps.resolvePrincipal(credentials, exchange.context)
    }
    return credentials
  } catch (refusal) {
    // Guessing is anonymous, however many credentials are tried.
    if (refusal instanceof AppError && refusal.kind === 'unauthenticated') {
      deps.limiter.address(networkOf(client.address))
    }
    throw refusal
  }
}

/** Counts a request under its caller. Throws `rate_limited` (429). */
export function count(
  deps: Pick<Deps, 'limiter'>,
  exchange: Exchange,
  counts: Route['counts'],
  client: ClientFacts,
  principal: Principal | null = exchange.principal,
): void {
  const { limiter } = deps
  if (counts === 'never') return
  if (counts === 'caller' && principal !== null) {
    const id = principal.via === 'api_key' ? principal.credentialId : principal.userId
    exchange.headers.push(...limiter.principal(id))
    return
  }
  const network = networkOf(client.address)
  const headers = limiter.address(network)
  exchange.headers.push(...(counts === 'sign-in' ? limiter.signIn(network) : headers))
}

function requireOrigin(deps: AdmitDeps, exchange: Exchange, client: ClientFacts): void {
  if (isAllowedOrigin(exchange.request.headers.origin, deps.config.knownOrigins, client)) return
  throw commonErrors.forbidden({ message: 'A request with a session must come from an allowed origin' })
}
