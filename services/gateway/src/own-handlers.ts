import { exposedConfig } from '@atrium/config'
import { getConfig, getHealth } from '@atrium/contracts'
import { openApiDocument, operationsOf, recordOperation } from '@atrium/http'
import { type Kit, version } from '@atrium/service-kit'
import type { GatewayConfig } from './config.ts'
import type { Deps, OwnHandler } from './deps.ts'
import { handleDocs } from './docs/handle-docs.ts'
import { answer } from './exchange/answer.ts'
import type { Exchange } from './exchange/exchange.ts'
import type { DatabaseProbe } from './health/database-probe.ts'
import { readHealth } from './health/read-health.ts'
import { createDocumentReader } from './openapi/read-documents.ts'
import type { UpstreamPools } from './proxy/upstream-pools.ts'

export interface OwnDeps {
  /** Where the operations that the gateway answers itself are recorded. */
  readonly app: ReturnType<Kit<never>['createApp']>
  readonly kit: Pick<Kit<never>, 'bus' | 'env' | 'logger'>
  readonly config: GatewayConfig
  readonly pools: UpstreamPools
  readonly probe: DatabaseProbe
}

/** The handlers of the gateway's own routes. */
export function createOwnHandlers(deps: OwnDeps): Deps['own'] {
  const { app, kit, config, pools, probe } = deps
  recordOperation(app, getHealth)
  recordOperation(app, getConfig)
  const document = createDocumentReader(
    { ...openApiDocument('Atrium', version, operationsOf(app)), servers: [{ url: '/' }] },
    pools,
    kit.logger,
  )
  // Nobody is counted here, so readers at the same time share one look at everything.
  const health = shared(() => readHealth({ config, bus: kit.bus, probe, pools }))
  const home: OwnHandler = (exchange) => {
    answer(exchange, 302, ['location', '/api/docs', 'cache-control', 'no-store'])
  }
  return {
    home,
    docs: handleDocs,
    config: (exchange) => answerJson(exchange, JSON.stringify(exposedConfig(kit.env))),
    openapi: async (exchange) => answerJson(exchange, await document()),
    health: async (exchange) => answerJson(exchange, JSON.stringify(await health())),
  }
}

/** Calls at the same time wait for one. */
function shared<T>(step: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= step().finally(() => {
      running = undefined
    })
    return running
  }
}

const answerJson = (exchange: Exchange, text: string): void =>
  answer(exchange, 200, ['content-type', 'application/json', 'cache-control', 'no-store'], text)
