import { defineService, type ServiceDefinition } from '@atrium/service-kit'
import { refreshExpiring } from './channels/refresh-expiring.ts'
import { mountChannels } from './channels/routes.ts'
import { type ConnectOptions, connectConfig } from './config.ts'
import { mountConnecting } from './connecting/routes.ts'
import type { Database } from './database.ts'
import type { Deps } from './deps.ts'
import { migrations } from './migrations/index.ts'
import { mountPickers } from './pickers/routes.ts'
import { publishingRpc } from './publishing/rpc.ts'
import { purgeExpired } from './purge-expired.ts'
import { purgeConsumers } from './purge-org.ts'
import { mountUploads } from './uploads/routes.ts'
import { type ConnectValues, connectVariables } from './variables.ts'

/** Builds the service; the options are for tests, which set the clock and shorten waits. */
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
      const settings = connectConfig(kit.config, db, options)
      const deps: Deps = { ...settings, db, bus: kit.bus, logger: kit.logger }
      options.onDeps?.(deps)
      const app = kit.createApp()
      mountPickers(app, deps)
      mountConnecting(app, deps)
      mountUploads(app, deps)
      mountChannels(app, deps)
      return {
        app,
        rpc: publishingRpc(deps),
        consumers: purgeConsumers(deps),
        stop: async () => void (await Promise.all(deps.revocations)),
        background: [
          { name: 'purge-expired', everyMs: 600_000, run: () => purgeExpired(deps) },
          { name: 'refresh-expiring', everyMs: 60_000, run: (signal) => refreshExpiring(deps, signal) },
        ],
      }
    },
  })

/** Connected accounts, their tokens, and publishing to networks. */
export const connectService = createConnectService()
