import type { Principal } from '@atrium/contracts'
import type { Tracing } from '@atrium/telemetry'
import type { Logger } from 'pino'
import type { Cors } from './browser/cors.ts'
import type { ReadClientFacts } from './caller/client-facts.ts'
import type { ResolvePrincipal } from './caller/principal-resolver.ts'
import type { GatewayConfig, Upstream } from './config.ts'
import type { Exchange } from './exchange/exchange.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import type { AnswerMemory } from './proxy/answer-memory.ts'
import type { UpstreamPools } from './proxy/upstream-pools.ts'
import type { MatchRoute } from './routes/match-route.ts'
import type { RequestTarget } from './routes/request-target.ts'
import type { OwnRoute } from './routes/route.ts'

/** Answers a request of the gateway's own; what it throws becomes a problem. */
export type OwnHandler = (exchange: Exchange, target: RequestTarget) => void | Promise<void>

/** What handling a request needs. */
export interface Deps {
  readonly config: GatewayConfig
  readonly logger: Logger
  readonly tracing: Tracing
  /** A token that states the caller to one service and to no other (ADR 0003). */
  readonly sign: (upstream: Upstream, principal: Principal) => Promise<string>
  readonly pools: UpstreamPools
  readonly memory: AnswerMemory
  readonly match: MatchRoute
  readonly cors: Cors
  readonly clientFacts: ReadClientFacts
  readonly resolvePrincipal: ResolvePrincipal
  readonly limiter: RateLimiter
  readonly own: Readonly<Record<OwnRoute, OwnHandler>>
  readonly observe: (exchange: Exchange) => void
}
