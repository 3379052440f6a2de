import type { Kit, ServiceParts } from '@atrium/service-kit'
import { chainRpc } from './chains/chain-rpc.ts'
import { runnerSettings, visibleEnv, webhookSecrets } from './config.ts'
import type { WorkflowDatabase } from './database.ts'
import type { Deps } from './deps.ts'
import type { NodeDefinition } from './engine/index.ts'
import { connectPorts } from './nodes/connect-ports.ts'
import { allNodes } from './nodes/index.ts'
import type { NodePorts } from './nodes/ports.ts'
import { createRegistry } from './nodes/registry.ts'
import { runRoutes, statsRoutes } from './runs/routes.ts'
import { forgetOrg } from './system/forget-org.ts'
import { systemRpc } from './system/system-rpc.ts'
import { registerSystemSchedules } from './system/system-schedules.ts'
import { eventConsumers } from './triggers/event-consumers.ts'
import { fireDueSchedules } from './triggers/fire-due-schedules.ts'
import { reconcileTriggers } from './triggers/reconcile-triggers.ts'
import { createDeliveryWorker } from './webhooks/delivery-worker.ts'
import { resealSecrets } from './webhooks/endpoint-secrets.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { createHeavyTurns } from './worker/heavy-turns.ts'
import { createPatternMatches } from './worker/pattern-matches.ts'
import { createRunMemory } from './worker/run-memory.ts'
import { createTurns } from './worker/run-turns.ts'
import { createRunWorker } from './worker/run-worker.ts'
import { publishSweepRpc } from './workflows/publish-sweep.ts'
import { workflowRoutes } from './workflows/routes.ts'
import { seedPublishing } from './workflows/seed-publishing.ts'

const tickMs = 500

export interface RunnerOptions {
  /** More nodes than its own. */
  furtherNodes?: readonly NodeDefinition<NodePorts>[]
  /** How long connect may take to answer that a post was sent, instead of its RPC's timeout. */
  publishAnswerMs?: number
}

/** Puts the runner together. The options are for tests. */
export async function buildRunner(
  kit: Kit<WorkflowDatabase>,
  { furtherNodes = [], publishAnswerMs }: RunnerOptions = {},
): Promise<ServiceParts<WorkflowDatabase>> {
  const { config, bus, logger } = kit
  if (kit.database === undefined) throw new Error('workflow-runner needs its database')
  const { db } = kit.database
  const { ports, probe } = connectPorts(bus, publishAnswerMs)
  const deps: Deps = {
    db,
    bus,
    logger,
    settings: runnerSettings(config),
    registry: createRegistry(ports, [...allNodes, ...furtherNodes]),
    env: visibleEnv(config),
    secrets: webhookSecrets(config),
    heavyTurns: createHeavyTurns(),
    turns: createTurns(),
    memory: createRunMemory(),
    patterns: createPatternMatches(),
  }
  const worker = createRunWorker(deps)
  const deliveries = createDeliveryWorker(deps)
  const app = kit.createApp()
  statsRoutes(app, deps)
  workflowRoutes(app, deps)
  runRoutes(app, deps)
  webhookRoutes(app, deps)
  return {
    app,
    rpc: [...chainRpc(deps), ...systemRpc(deps), publishSweepRpc(deps)],
    consumers: [...eventConsumers(), seedPublishing(), forgetOrg()],
    background: [
      ...worker.background,
      ...deliveries.background,
      {
        name: 'schedules',
        everyMs: tickMs,
        run: async (signal) => void (await fireDueSchedules(db, signal)),
      },
      { name: 'ports', everyMs: 2_000, run: probe },
    ],
    async started() {
      await probe()
      await registerSystemSchedules(db)
      await reconcileTriggers(db)
      await resealSecrets(deps)
      await worker.start()
      await deliveries.start()
    },
    async stop() {
      await Promise.all([worker.stop(config.SHUTDOWN_TIMEOUT_MS), deliveries.stop()])
      await deps.patterns.stop()
    },
  }
}
