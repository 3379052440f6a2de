import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { assetFenceRpc, assetRelease } from '@atrium/asset-fences'
import { configuredStore, openStore } from '@atrium/blob-store'
import { canMail } from '@atrium/config'
import { WorkflowExportRows, WorkflowUserRows, workflowRoots } from '@atrium/contracts'
import { readExportPage, readUserExportPage } from '@atrium/database'
import { createMailer, deleteSettledMails, mailerOptions, mailSender } from '@atrium/mailer'
import { rpcHandler } from '@atrium/messaging'
import { createGuardedFetch } from '@atrium/outbound-guard'
import { defineService, type ServiceDefinition } from '@atrium/service-kit'
import { agentRunPort } from './agent-runs/agent-run-port.ts'
import { createAgentRuns } from './agent-runs/agent-run-service.ts'
import { approvalPort } from './approvals/ask-approval.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { createBoardReader } from './boards/board-reader.ts'
import { chainRpc } from './chains/chain-rpc.ts'
import { enrichCapturedLinks } from './chains/enrich-captured-links.ts'
import { runnerConfig, webhookSecrets } from './config.ts'
import { credentialOpener } from './credentials/open-credential.ts'
import { credentialRoutes } from './credentials/routes.ts'
import type { WorkflowDatabase } from './database.ts'
import type { Deps } from './deps.ts'
import type { NodeDefinition } from './engine/index.ts'
import { exchangeRoutes } from './exchange/routes.ts'
import { exportTables, userExportTables } from './export-tables.db.ts'
import { fileRpc } from './files/file-rpc.ts'
import { createItemFiles } from './files/item-files.ts'
import { fileRoutes } from './files/routes.ts'
import { fileUpkeep, purgeFiles } from './files/sweep-files.ts'
import { hookRoutes } from './hooks/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { createTurns } from './lanes/turns.ts'
import { attachFiles } from './mails/attach-files.ts'
import { deleteSettledMailFiles } from './mails/mail-files.db.ts'
import { mailPort, mailRoomPort } from './mails/send-mail.ts'
import { migrations } from './migrations/index.ts'
import { connectPorts, type PortTimes, probeEveryMs } from './nodes/connect-ports.ts'
import { allNodes } from './nodes/index.ts'
import type { NodePorts, OwnPorts } from './nodes/ports.ts'
import { createRegistry } from './nodes/registry.ts'
import { overviewRpc } from './overview/overview.ts'
import { ownAssets } from './overview/own-assets.ts'
import { createFeedReader } from './pages/feed-reader.ts'
import { createPageBrowser } from './pages/page-browser.ts'
import { createPageExtraction } from './pages/page-extraction.ts'
import { createPageReader } from './pages/page-reader.ts'
import { createWebSearch } from './pages/web-search.ts'
import { createPlanReader } from './plans/plan-reader.ts'
import { sampleQueues } from './runs/queue-history.db.ts'
import { runRoutes, statsRoutes } from './runs/routes.ts'
import { createRunEnds } from './runs/run-ends.ts'
import { skillRoutes } from './skills/routes.ts'
import { forgetOrg } from './system/forget-org.ts'
import { resealValues } from './system/reseal-values.ts'
import { registerSystemSchedules, systemRpc } from './system/system-schedules.ts'
import { createTextReader } from './texts/text-reader.ts'
import { tryRoutes } from './tries/routes.ts'
import { createTries } from './tries/try-workflow.ts'
import { eventConsumers } from './triggers/event-consumers.ts'
import { fireSchedules } from './triggers/fire-due-schedules.ts'
import { reconcileTriggers } from './triggers/sync-triggers.ts'
import { type WorkflowValues, workflowVariables } from './variables.ts'
import { createDeliveryWorker } from './webhooks/delivery-worker.ts'
import { endpointPort } from './webhooks/dispatch-to-endpoint.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { createRunWorker } from './worker/run-worker.ts'
import { announceFailures } from './workflows/announce-failure.ts'
import { startErrorWorkflows } from './workflows/error-workflow.ts'
import { publishSweepRpc } from './workflows/publish-sweep.ts'
import { workflowRoutes } from './workflows/routes.ts'
import { seedMailPublishing, seedPublishing } from './workflows/seed-publishing.ts'
import { versionRoutes } from './workflows/version-routes.ts'
import { zenRoutes } from './zen/routes.ts'

/** Overrides for tests. */
export interface RunnerOptions extends PortTimes {
  furtherNodes?: readonly NodeDefinition<NodePorts>[]
}

const tickMs = 500

export const createWorkflowRunner = ({
  furtherNodes = [],
  ...times
}: RunnerOptions = {}): ServiceDefinition<WorkflowDatabase, WorkflowValues> =>
  defineService<WorkflowDatabase, WorkflowValues>({
    name: 'workflow',
    description: 'Workflows',
    database: { schema: 'workflow', migrations },
    variables: workflowVariables,
    port: (config) => config.WORKFLOW_PORT,
    build(kit) {
      const { config, bus, logger } = kit
      if (kit.database === undefined) throw new Error('workflow-runner needs its database')
      const { db } = kit.database
      const { now, newId } = kit
      const settings = runnerConfig(config, kit.env)
      const secrets = webhookSecrets(config)
      const texts = createTextReader()
      const guard = createGuardedFetch(settings.fetchAddresses, { ownPorts: settings.ownPorts })
      // The operator chooses the search provider's address, so it may be internal.
      const searchGuard = createGuardedFetch('allow')
      const extraction = createPageExtraction()
      const planOf = createPlanReader(bus)
      const place = configuredStore(config)
      const fileStore = openStore(
        place ?? { kind: 'directory', directory: resolve(config.ATRIUM_HOME, 'assets') },
        join(tmpdir(), 'atrium-item-files'),
        'files',
      )
      const own: OwnPorts = {
        itemFiles: createItemFiles(
          { db, bus, logger, newId, planOf, bytesOfOrg: settings.fileBytesOfOrg },
          fileStore,
        ),
        texts,
        feeds: createFeedReader(guard, extraction),
        pages: createPageReader(
          guard,
          extraction,
          texts,
          createPageBrowser(settings.browserUrl, guard),
        ),
        search: createWebSearch(searchGuard, extraction, settings.searchUrl),
        boards: createBoardReader(searchGuard, settings.boards),
        http: { fetch: guard.fetch, credential: credentialOpener({ db, secrets }) },
        agentRuns: agentRunPort({ db, now, newId }),
        approvals: approvalPort({
          db,
          logger,
          now,
          newId,
          dashboardUrl: settings.dashboardUrl,
        }),
        hasMailRoom: mailRoomPort(db),
        sendMail: mailPort(db),
        deliver: endpointPort({ db, now, newId }),
      }
      const { ports, probe, hasModels } = connectPorts(bus, own, {
        ...times,
        canMail: canMail(config),
      })
      const deps: Deps = {
        db,
        bus,
        logger,
        config: settings,
        now,
        newId,
        turns: createTurns(),
        planOf,
        registry: createRegistry(ports, [...allNodes, ...furtherNodes], hasModels),
        secrets,
      }
      const runEnds = createRunEnds(bus)
      const worker = createRunWorker(deps, runEnds)
      const deliveries = createDeliveryWorker(deps)
      const tries = createTries(deps)
      const transcripts =
        place && openStore(place, join(tmpdir(), 'atrium-transcripts'), 'transcripts')
      const agentRuns = createAgentRuns(deps, transcripts)
      const app = kit.createApp()
      statsRoutes(app, deps)
      exchangeRoutes(app, deps)
      workflowRoutes(app, deps)
      versionRoutes(app, deps)
      tryRoutes(app, deps, tries)
      runRoutes(app, deps, runEnds)
      importRoutes(app, deps)
      hookRoutes(app, { ...deps, starts: worker.starts }, runEnds)
      approvalRoutes(app, deps)
      webhookRoutes(app, deps)
      credentialRoutes(app, deps)
      skillRoutes(app, deps)
      zenRoutes(app, deps)
      agentRuns.routes(app)
      fileRoutes(app, own.itemFiles)
      return {
        app,
        rpc: [
          ...chainRpc(deps),
          systemRpc(deps),
          publishSweepRpc(deps),
          ...overviewRpc(deps),
          ...assetFenceRpc(ownAssets(deps), workflowRoots),
          fileRpc(own.itemFiles),
          rpcHandler(WorkflowExportRows, (input) => readExportPage(deps.db, exportTables, input)),
          rpcHandler(WorkflowUserRows, (input) =>
            readUserExportPage(deps.db, userExportTables, input),
          ),
        ],
        consumers: [
          ...eventConsumers(deps),
          startErrorWorkflows(deps),
          announceFailures(),
          seedPublishing(deps),
          seedMailPublishing(deps),
          enrichCapturedLinks(deps),
          forgetOrg(),
          ...agentRuns.consumers,
          purgeFiles(deps, fileStore),
        ],
        background: [
          ...worker.background,
          ...assetRelease(ownAssets(deps), bus),
          ...deliveries.background,
          ...agentRuns.background,
          ...fileUpkeep(deps, fileStore),
          {
            name: 'schedules',
            everyMs: tickMs,
            rests: true,
            run: (signal) => fireSchedules(deps, signal),
          },
          { name: 'ports', everyMs: probeEveryMs, rests: true, run: probe },
          {
            name: 'queue-samples',
            everyMs: 60_000,
            run: () => db.transaction().execute(sampleQueues),
          },
          mailSender(deps, createMailer(mailerOptions(config)), attachFiles(db, own.itemFiles)),
          {
            name: 'settled-mails',
            everyMs: 600_000,
            async run() {
              await deleteSettledMails(db)
              await deleteSettledMailFiles(db)
            },
          },
        ],
        async started() {
          await probe()
          await registerSystemSchedules(deps)
          await reconcileTriggers(deps)
          await resealValues(deps)
          await worker.start()
          await deliveries.start()
        },
        stopping: () => agentRuns.end(),
        async stop() {
          agentRuns.stop()
          runEnds.stop()
          await Promise.all([worker.stop(config.SHUTDOWN_TIMEOUT_MS), deliveries.stop()])
          await Promise.all([
            texts.stop(),
            extraction.stop(),
            tries.stop(),
            guard.close(),
            searchGuard.close(),
            transcripts?.close(),
            fileStore.close(),
          ])
        },
      }
    },
  })

export const workflowRunner = createWorkflowRunner()
