import { ConnectExportRows, ConnectUserRows } from '@atrium/contracts'
import { readExportPage, readUserExportPage } from '@atrium/database'
import { rpcHandler } from '@atrium/messaging'
import { defineService, type ServiceDefinition } from '@atrium/service-kit'
import { chargeAnswered } from './calls/call-once.ts'
import { refreshExpiring } from './channels/refresh-expiring.ts'
import { channelRoutes } from './channels/routes.ts'
import { type ConnectOptions, connectConfig } from './config.ts'
import { connectingRoutes } from './connecting/routes.ts'
import type { Database } from './database.ts'
import type { Deps } from './deps.ts'
import { exportTables, userExportTables } from './export-tables.db.ts'
import { mailboxRoutes } from './mailboxes/routes.ts'
import { migrations } from './migrations/index.ts'
import { modelRoutes } from './models/routes.ts'
import { modelRpc } from './models/rpc.ts'
import { overviewRpc } from './overview/overview.ts'
import { pickerRoutes } from './pickers/routes.ts'
import { publishingRpc } from './publishing/rpc.ts'
import { purgeConsumers, purgeExpired } from './purge.ts'
import { readingRpc } from './reading/rpc.ts'
import { slotRoutes, slotRpc } from './slots/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { type ConnectValues, connectVariables } from './variables.ts'

/** Builds the service. The options are for tests, which set the clock and shorten waits. */
export const createConnectService = (
  options: ConnectOptions = {},
): ServiceDefinition<Database, ConnectValues> =>
  defineService<Database, ConnectValues>({
    name: 'connect',
    description: 'Atrium connect',
    database: { schema: 'connect', migrations },
    variables: connectVariables,
    port: (config) => config.CONNECT_PORT,
    build(kit) {
      if (kit.database === undefined) throw new Error('Connect needs its database')
      const { db } = kit.database
      const settings = connectConfig(kit, db, options)
      const deps: Deps = { ...settings, db, bus: kit.bus, logger: kit.logger }
      options.onDeps?.(deps)
      const app = kit.createApp()
      modelRoutes(app, deps)
      mailboxRoutes(app, deps)
      pickerRoutes(app, deps)
      connectingRoutes(app, deps)
      uploadRoutes(app, deps)
      channelRoutes(app, deps)
      slotRoutes(app, deps)
      return {
        app,
        rpc: [
          ...publishingRpc(deps),
          ...readingRpc(deps),
          ...modelRpc(deps),
          ...overviewRpc(deps),
          slotRpc(deps),
          rpcHandler(ConnectExportRows, (input) => readExportPage(db, exportTables, input)),
          rpcHandler(ConnectUserRows, (input) => readUserExportPage(db, userExportTables, input)),
        ],
        consumers: purgeConsumers(deps),
        background: [
          { name: 'purge-expired', everyMs: 600_000, run: () => purgeExpired(deps) },
          {
            name: 'charge-answered',
            everyMs: 30_000,
            run: (signal) => chargeAnswered(deps, signal),
          },
          {
            name: 'refresh-expiring',
            everyMs: 60_000,
            run: (signal) => refreshExpiring(deps, signal),
          },
        ],
        stop: async () => void (await Promise.all(deps.revocations)),
      }
    },
  })

export const connectService = createConnectService()
