import type { IncomingMessage, ServerResponse } from 'node:http'
import { commonErrors } from '@atrium/contracts'
import { toAppError } from '@atrium/http'
import { SpanKind } from '@opentelemetry/api'
import { admit, count } from './caller/admit.ts'
import type { ClientFacts } from './caller/client-facts.ts'
import type { Deps } from './deps.ts'
import { answer, answerProblem } from './exchange/answer.ts'
import { type Exchange, headerOf, openExchange } from './exchange/exchange.ts'
import { recall } from './proxy/answer-memory.ts'
import { forward } from './proxy/forward.ts'
import { requestHeaders } from './proxy/request-headers.ts'
import { type Found, findRoute } from './routes/find-route.ts'

const noStore = ['cache-control', 'no-store']
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The gateway as Node's HTTP server calls it: every request is answered, whatever it is. */
export function createHandler(deps: Deps): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const exchange = openExchange(request, response, deps.config.production)
    // A client that leaves while we write is no news; without a listener it would end the process.
    response.on('error', () => {})
    response.on('close', () => {
      if (!response.writableFinished) exchange.onAbandoned?.()
      deps.observe(exchange)
    })
    if (deps.config.traced) void traced(deps, exchange)
    else void handle(deps, exchange)
  }
}

async function traced(deps: Deps, exchange: Exchange): Promise<void> {
  const { request, response, requestId, method } = exchange
  const closed = new Promise<void>((resolve) => response.on('close', () => resolve()))
  const init = {
    name: `${method} ${request.url?.split('?', 1)[0] ?? '/'}`,
    kind: SpanKind.SERVER,
    requestId,
    traceparent: headerOf(request, 'traceparent'),
  }
  await deps.tracing.span(init, async (context) => {
    exchange.context = context
    await Promise.all([handle(deps, exchange), closed])
  })
}

/** Never rejects: what is thrown on the way becomes the answer. */
async function handle(deps: Deps, exchange: Exchange): Promise<void> {
  try {
    const client = deps.clientFacts(exchange.request)
    const found = find(deps, exchange, client)
    if (found === undefined) return
    await admit(deps, exchange, found.route, client)
    if (!exchange.response.destroyed) await pass(deps, exchange, found, client)
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.kind === 'internal') {
      deps.logger.error({ err: error.cause ?? error, requestId: exchange.requestId }, 'request failed')
    }
    answerProblem(exchange, error)
  }
}

/** The route of a request; undefined when the request is answered already. Throws `not_found`. */
function find(deps: Deps, exchange: Exchange, client: ClientFacts): Found | undefined {
  const { request, method } = exchange
  const intended = method === 'OPTIONS' ? headerOf(request, 'access-control-request-method') : undefined
  const found = methods.includes(method) ? findAnswering(deps, exchange, intended) : undefined
  const origins = found?.route.origins ?? 'clients'
  if (found === undefined || !isDeployed(deps, found)) {
    exchange.headers.push(...deps.cors.headers(origins, request))
    count(deps, exchange, 'address', client)
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

/** The route that a request asks for; for an OPTIONS that is no preflight, one that takes any method there. */
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
  'own' in route.to || deps.pools.of(route.to.upstream) !== undefined

async function pass(deps: Deps, exchange: Exchange, found: Found, client: ClientFacts): Promise<void> {
  const { route, target } = found
  if ('own' in route.to) {
    await deps.own[route.to.own](exchange, target)
    return
  }
  const { upstream } = route.to
  const pool = deps.pools.of(upstream)
  if (pool === undefined) throw commonErrors.not_found()
  const { principal } = exchange
  const token = principal === null ? undefined : await deps.sign(upstream, principal)
  const path = target.path + target.query
  const recalled = route.immutable ? recall(deps.memory, exchange.request, path) : undefined
  const headers = requestHeaders(exchange, upstream, client, token)
  if (recalled !== undefined) headers.push(...recalled.requestHeaders)
  const { logger } = deps
  forward({ exchange, pool, route, path, headers, logger, recall: recalled })
}
