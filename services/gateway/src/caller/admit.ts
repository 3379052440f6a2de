import { AppError, commonErrors, type Principal } from '@atrium/contracts'
import type { Exchange } from '@atrium/http'
import { changesState, isAllowedOrigin } from '../browser/csrf.ts'
import type { Deps } from '../deps.ts'
import { limits } from '../limits/limit.ts'
import type { Route } from '../routes/route.ts'
import { asChallenge } from './assistant.ts'
import { type ClientFacts, toNetwork } from './client-facts.ts'
import { readBearer, readCredentials } from './credentials.ts'
import { readSessionCookie, type SessionCookie } from './session-cookie.ts'

type AdmitDeps = Pick<Deps, 'resolvePrincipal' | 'readAssistant' | 'limiter' | 'config'>

/**
 * Sets the caller and the rate limit headers. Throws 401, 403, 429, and 503 if identity is down.
 */
export async function admit(
  deps: AdmitDeps,
  exchange: Exchange,
  route: Route,
  client: ClientFacts,
) {
  if (route.credentials === 'ignored') {
    // Identity reads the cookie itself on its own routes. The origin rule applies to those routes
    // as well.
    const session = readSessionCookie(exchange.request.headers.cookie)
    count(deps, {
      exchange,
      counts: route.counts,
      client,
      principal: await sessionHolder(deps, exchange, route, session),
    })
    if (session.kind !== 'absent') requireOrigin(deps, exchange, route, client)
  } else {
    const assistant = await deps
      .readAssistant(exchange.request, client)
      .catch((refusal: unknown) => {
        countRefused(deps, refusal, client)
        throw refusal
      })
    if (assistant !== undefined) {
      // Counts each API call, because one assistant request may lead to many.
      exchange.principal = assistant.principal
      count(deps, { exchange, counts: route.counts, client: assistant.client })
      return assistant.client
    }
    const credentials = await identify(deps, exchange, route, client)
    count(deps, { exchange, counts: route.counts, client })
    if (credentials.kind === 'session') requireOrigin(deps, exchange, route, client)
    if (route.credentials === 'bearer') refuseForeignOrigin(deps, exchange)
  }
  return client
}

/**
 * Returns the user of a valid session on identity's own routes, so the request counts for the user
 * and not for the network.
 */
async function sessionHolder(
  deps: AdmitDeps,
  { context }: Exchange,
  { counts }: Route,
  session: SessionCookie,
): Promise<Principal | null> {
  if (counts !== 'caller' || !deps.config.limitsOn || session.kind !== 'value') return null
  return deps
    .resolvePrincipal({ kind: 'session', cookie: session.value }, context)
    .catch(() => null)
}

async function identify(deps: AdmitDeps, exchange: Exchange, route: Route, client: ClientFacts) {
  const bearer = route.credentials === 'bearer'
  try {
    const credentials = bearer ? readBearer(exchange.request) : readCredentials(exchange.request)
    if (credentials.kind !== 'none') {
      exchange.principal = await deps.resolvePrincipal(credentials, exchange.context)
    }
    return credentials
  } catch (refusal) {
    countRefused(deps, refusal, client)
    throw bearer ? asChallenge(refusal, deps.config.apiUrl) : refusal
  }
}

/** Counts wrong credentials as an anonymous request. Throws `rate_limited` (429). */
function countRefused(
  { limiter }: Pick<Deps, 'limiter'>,
  refusal: unknown,
  client: ClientFacts,
): void {
  if (!(refusal instanceof AppError) || refusal.kind !== 'unauthenticated') return
  limiter.take(limits.address, toNetwork(client.address))
}

/** Counts a request for its caller. Throws `rate_limited` (429). */
export function count(
  deps: Pick<Deps, 'limiter'>,
  {
    exchange,
    counts,
    client,
    principal = exchange.principal,
  }: {
    exchange: Exchange
    counts: Route['counts']
    client: ClientFacts
    principal?: Principal | null | undefined
  },
): void {
  const { limiter } = deps
  if (counts === 'never') return
  if (counts === 'caller' && principal !== null) {
    // A key or a grant has its own limit, so a program does not use up its user's.
    const id = principal.via === 'session' ? principal.userId : principal.credentialId
    exchange.headers.push(...limiter.take(limits.principal, id))
    return
  }
  const network = toNetwork(client.address)
  const headers = limiter.take(limits.address, network)
  exchange.headers.push(...(counts === 'sign-in' ? limiter.take(limits.signIn, network) : headers))
}

function requireOrigin(
  deps: AdmitDeps,
  { request, method }: Exchange,
  { csrf }: Route,
  client: ClientFacts,
) {
  if (!csrf || !changesState(method)) return
  if (isAllowedOrigin(request.headers.origin, deps.config.knownOrigins, client)) return
  throw commonErrors.forbidden({
    message: 'Requests with a session must come from an allowed website',
  })
}

/**
 * Rejects a foreign page even if its token is valid. The MCP protocol requires this check against
 * DNS rebinding.
 */
function refuseForeignOrigin({ config }: AdmitDeps, { request }: Exchange): void {
  const { origin } = request.headers
  if (origin === undefined || config.knownOrigins.has(origin)) return
  throw commonErrors.forbidden({
    message: 'Assistants in a page must come from an allowed website',
  })
}
