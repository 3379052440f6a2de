import type { IncomingMessage, ServerResponse } from 'node:http'
import { commonErrors } from '@atrium/contracts'
import {
  answer,
  createExchanges,
  type Exchange,
  publicOriginHeader,
  readHeader,
} from '@atrium/http'
import { admit, count } from './caller/admit.ts'
import { assistantAudience, assistantHeader } from './caller/assistant.ts'
import { type ClientFacts, toNetwork } from './caller/client-facts.ts'
import { stillAdmittedAs } from './caller/still-admitted.ts'
import type { Deps } from './deps.ts'
import { limits } from './limits/limit.ts'
import { streamLive } from './live/stream-live.ts'
import { isUnconditional } from './proxy/answer-memory.ts'
import { forward, type WatchCaller } from './proxy/forward.ts'
import { requestHeaders } from './proxy/request-headers.ts'
import { responseHeaders } from './proxy/response-headers.ts'
import { type Found, findRoute } from './routes/find-route.ts'
import { limitToDomain } from './routes/own-domain.ts'
import type { Route } from './routes/route.ts'

const noStore = ['cache-control', 'no-store']
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const always = ['x-content-type-options', 'nosniff']
/**
 * In production, clients reach the gateway only over HTTPS. A browser remembers this for a year.
 */
const alwaysInProduction = [...always, 'strict-transport-security', 'max-age=31536000']

export function createHandler(
  deps: Deps,
): (request: IncomingMessage, response: ServerResponse) => void {
  const run = createExchanges(deps, deps.config.production ? alwaysInProduction : always)
  return (request, response) =>
    run(request, response, 'unmatched', (exchange) => handle(deps, exchange))
}

async function handle(deps: Deps, exchange: Exchange): Promise<void> {
  const client = deps.clientFacts(exchange.request)
  // Every request can have a new name, also on routes without a limit, so a look-up counts.
  const finding = deps.domains.find(client, () => {
    deps.limiter.take(limits.address, toNetwork(client.address))
  })
  // Almost every request comes to the platform's own name and waits for nothing.
  const owner = finding instanceof Promise ? await finding : finding
  if (owner !== undefined && !limitToDomain(exchange.request, owner)) {
    count(deps, { exchange, counts: 'address', client })
    throw commonErrors.not_found()
  }
  const found = find(deps, exchange, client)
  if (found === undefined) return
  const sender = await admit(deps, exchange, found.route, client)
  const isOwnDomain = owner !== undefined
  if (!exchange.response.destroyed) await pass(deps, exchange, { found, isOwnDomain }, sender)
}

/**
 * Finds the route of a request. Returns undefined if the request already has its response. Throws
 * `not_found`.
 */
function find(deps: Deps, exchange: Exchange, client: ClientFacts): Found | undefined {
  const { request, method } = exchange
  const intended =
    method === 'OPTIONS' ? readHeader(request, 'access-control-request-method') : undefined
  // The router throws if a method is the name of a member that every object inherits, such as
  // `valueOf`.
  const isKnown = methods.includes(method) && methods.includes(intended ?? method)
  const found = isKnown ? findAnswering(deps, exchange, intended) : undefined
  const origins = found?.route.origins ?? 'clients'
  if (found === undefined || !isDeployed(deps, found)) {
    exchange.headers.push(...deps.cors.headers(origins, request))
    count(deps, { exchange, counts: 'address', client })
    throw commonErrors.not_found()
  }
  exchange.operation = found.route.path
  if (intended !== undefined) {
    answer(exchange, 204, [...deps.cors.preflight(found.route, request), ...noStore])
    return undefined
  }
  exchange.headers.push(...deps.cors.headers(origins, request))
  if (method !== 'OPTIONS') return found
  const taken = found.route.methods === undefined ? methods : [...found.route.methods, 'OPTIONS']
  answer(exchange, 204, ['allow', taken.join(', '), ...noStore])
  return undefined
}

/**
 * Finds the requested route. For an OPTIONS request that is no preflight, finds the path's GET
 * route, or else its POST route.
 */
function findAnswering(
  deps: Deps,
  { request, method }: Exchange,
  intended: string | undefined,
): Found | undefined {
  const target = request.url ?? '/'
  const found = findRoute(deps.match, intended ?? method, target)
  if (found !== undefined || method !== 'OPTIONS' || intended !== undefined) return found
  return findRoute(deps.match, 'GET', target) ?? findRoute(deps.match, 'POST', target)
}

const isDeployed = (deps: Deps, { route }: Found): boolean =>
  route.to === 'own' || route.to === 'live' || deps.pools.has(route.to)

async function pass(
  deps: Deps,
  exchange: Exchange,
  { found, isOwnDomain }: { found: Found; isOwnDomain: boolean },
  client: ClientFacts,
): Promise<void> {
  const { route, target } = found
  const { to: upstream } = route
  if (upstream === 'own') return deps.answerOwn(exchange, target)
  if (upstream === 'live') return streamLive(deps, exchange)
  const pool = deps.pools.get(upstream)
  if (pool === undefined) throw commonErrors.not_found()
  const { principal } = exchange
  const token = principal === null ? undefined : await deps.sign(upstream, principal)
  const path = target.path + target.query
  const headers = requestHeaders(exchange, upstream, client, token)
  if (upstream === 'mcp' && principal !== null) {
    headers.push(assistantHeader, await deps.sign(assistantAudience, principal))
  }
  const watchCaller = callerWatch(deps, exchange, route)
  if (isOwnDomain) headers.push(publicOriginHeader, `${client.protocol}://${client.host}`)
  // Pages name their own origin, so a page for one domain is not kept for another.
  const memory = isOwnDomain && route.shared ? undefined : findMemory(deps, exchange, found)
  const page = route.shared ? memory?.get(path) : undefined
  if (page !== undefined) {
    exchange.response.writeHead(200, responseHeaders(exchange, page.headers)).end(page.bytes)
    return
  }
  return forward({ exchange, pool, route, path, headers, logger: deps.logger, memory, watchCaller })
}

/** Returns the memory for a response to this request, if one may be used. */
function findMemory(deps: Deps, { request }: Exchange, { route, target }: Found) {
  if (!isUnconditional(request)) return undefined
  if (route.immutable) return deps.memory
  // Pages are kept without their query, because a query can have endless values.
  return route.shared && target.query === '' ? deps.pages : undefined
}

/**
 * Returns the access watch for a long response. Returns undefined if the request has no credential.
 */
function callerWatch(
  deps: Deps,
  exchange: Exchange,
  { credentials }: Route,
): WatchCaller | undefined {
  const { principal } = exchange
  if (principal === null || credentials !== 'optional') return undefined
  const stillAdmitted = stillAdmittedAs(deps, exchange, principal)
  return stillAdmitted && ((onRefused) => deps.access.watch(principal, stillAdmitted, onRefused))
}
