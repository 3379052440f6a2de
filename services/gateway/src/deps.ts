import type { Principal } from '@atrium/contracts'
import type { ExchangeDeps } from '@atrium/http'
import type { Cors } from './browser/cors.ts'
import type { AccessWatch } from './caller/access-watch.ts'
import type { ReadAssistant } from './caller/assistant.ts'
import type { ReadClientFacts } from './caller/client-facts.ts'
import type { ResolvePrincipal } from './caller/principal-resolver.ts'
import type { GatewayConfig, Upstream } from './config.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import type { LiveHub } from './live/live-hub.ts'
import type { AnswerOwn } from './own-app.ts'
import type { AnswerMemory } from './proxy/answer-memory.ts'
import type { UpstreamPools } from './proxy/upstream-pools.ts'
import type { MatchRoute } from './routes/find-route.ts'
import type { Domains } from './routes/own-domain.ts'

export interface Deps extends ExchangeDeps {
  readonly config: GatewayConfig
  /** Signs a token that names the caller to one service only (ADR 0003). */
  readonly sign: (audience: Upstream | 'assistant', principal: Principal) => Promise<string>
  readonly pools: UpstreamPools
  readonly memory: AnswerMemory
  /** Public pages by path. */
  readonly pages: AnswerMemory
  readonly match: MatchRoute
  readonly cors: Cors
  readonly clientFacts: ReadClientFacts
  readonly readAssistant: ReadAssistant
  readonly resolvePrincipal: ResolvePrincipal
  readonly limiter: RateLimiter
  readonly answerOwn: AnswerOwn
  readonly live: LiveHub
  readonly access: AccessWatch
  readonly domains: Domains
}
