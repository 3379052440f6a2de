import { dormantIntegrations } from '@atrium/config'
import { defineService } from '@atrium/service-kit'
import { createCors } from './browser/cors.ts'
import { createAccessWatch } from './caller/access-watch.ts'
import { createAssistantReader } from './caller/assistant.ts'
import { createClientFacts } from './caller/client-facts.ts'
import { createPrincipalResolver } from './caller/principal-resolver.ts'
import { createPrincipalSigner } from './caller/principal-signer.ts'
import { gatewayConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { createHandler } from './handle-request.ts'
import { createDatabaseProbe } from './health/database-probe.ts'
import { beatEveryMs, createHeartbeat } from './health/heartbeat.ts'
import { readHealth } from './health/read-health.ts'
import { noLimits, startRateLimiter } from './limits/rate-limiter.ts'
import { startLiveHub } from './live/live-hub.ts'
import { createAnswerOwn, createOwnApp } from './own-app.ts'
import { createAnswerMemory, createPageMemory } from './proxy/answer-memory.ts'
import { createUpstreamPools } from './proxy/upstream-pools.ts'
import { createMatcher } from './routes/find-route.ts'
import { createDomains } from './routes/own-domain.ts'
import { listRoutes } from './routes/route-table.ts'
import { gatewayVariables } from './variables.ts'

export const gateway = defineService({
  name: 'gateway',
  description: 'Atrium gateway',
  variables: gatewayVariables,
  port: (config) => config.PORT,
  internalPort: (config) => config.GATEWAY_INTERNAL_PORT,
  build(kit) {
    const config = gatewayConfig(kit.config)
    const pools = createUpstreamPools(config.upstreams)
    const probe = createDatabaseProbe(config.databaseUrl)
    const limiter = config.limitsOn ? startRateLimiter(kit.bus, kit.now) : noLimits
    const health = () => readHealth({ config, bus: kit.bus, probe, pools })
    const access = createAccessWatch()
    const domains = createDomains(kit.bus, config.knownOrigins)
    const live = startLiveHub(kit.bus, { access, domains }, kit.now)
    const dormant = dormantIntegrations(gatewayVariables, kit.config)
    const app = createOwnApp(kit, { bus: kit.bus, config }, health, dormant)
    const deps: Deps = {
      config,
      pools,
      memory: createAnswerMemory(),
      pages: createPageMemory(),
      limiter,
      live,
      access,
      domains,
      logger: kit.logger,
      metrics: kit.metrics,
      tracing: kit.tracing,
      sign: createPrincipalSigner(config),
      match: createMatcher(listRoutes(config.upstreams)),
      cors: createCors(config.clientOrigins, config.isAssistantOrigin),
      clientFacts: createClientFacts(config.trustedProxies),
      readAssistant: createAssistantReader(config.sessionSecret),
      resolvePrincipal: createPrincipalResolver(kit.bus),
      answerOwn: createAnswerOwn(app),
    }
    const handle = createHandler(deps)
    const beat =
      config.heartbeatUrl === undefined
        ? undefined
        : createHeartbeat({
            url: config.heartbeatUrl,
            health,
            schedulesExpected: config.upstreams.has('workflow'),
            logger: kit.logger,
          })
    return {
      app,
      intercept(request, response) {
        handle(request, response)
        return true
      },
      background:
        beat === undefined ? [] : [{ name: 'heartbeat', everyMs: beatEveryMs, run: beat }],
      started: () => void beat?.(),
      stopping: () => live.end(),
      async stop() {
        limiter.stop()
        probe.close()
        await Promise.all([live.stop(), ...[...pools.values()].map((pool) => pool.destroy())])
      },
    }
  },
})
