import type { SharedConfig } from '@atrium/config'
import { createDatabase, type DatabaseHandle, migrate, type PlatformTables } from '@atrium/database'
import { Gauge, type Metrics } from '@atrium/telemetry'
import type { Logger } from 'pino'
import { keepTrying } from './keep-trying.ts'
import type { ServiceDefinition } from './service-definition.ts'

/**
 * Opens a service's schema and applies its pending migrations. If it throws, it leaves nothing
 * open.
 */
export async function openDatabase<DB extends PlatformTables>(
  { schema, migrations }: NonNullable<ServiceDefinition<DB>['database']>,
  config: SharedConfig,
  logger: Logger,
  metrics: Metrics,
): Promise<DatabaseHandle<DB>> {
  const handle = createDatabase<DB>({
    url: config.DATABASE_URL,
    schema,
    poolSize: config.DATABASE_POOL_SIZE,
    onIdleError: (error) => logger.warn({ err: error }, '[database] idle connection lost'),
  })
  try {
    const ran = await keepTrying('PostgreSQL', logger, () => migrate(handle.db, schema, migrations))
    if (ran.length > 0) logger.info({ migrations: ran }, 'migrations applied')
  } catch (error) {
    await handle.close()
    throw error
  }
  measurePool(handle, metrics)
  return handle
}

function measurePool<DB>({ pool }: DatabaseHandle<DB>, { registry }: Metrics): void {
  new Gauge({
    name: 'atrium_database_connections',
    help: 'Connections of the pool, and waiting requests for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}
