import type { PlatformTables } from '@atrium/database'
import { serveRpc, startConsumer, startJobWorker, startOutboxRelay } from '@atrium/messaging'
import type { Kysely } from 'kysely'
import { startBackground } from './background.ts'
import { housekeeping } from './housekeeping.ts'
import { operatorRpc } from './operator-rpc.ts'
import type { Kit, ServiceDefinition, ServiceParts } from './service-definition.ts'
import type { Closing } from './shutdown.ts'
import { version } from './version.ts'

/** Publishes what the service's transactions emit. Returns undefined if the service has no data. */
export function startRelay<DB extends PlatformTables>({
  bus,
  database,
}: Kit<DB>): Closing | undefined {
  if (database === undefined) return undefined
  const db = database.db as unknown as Kysely<PlatformTables>
  const relay = startOutboxRelay({ db, bus, schema: database.schema })
  return { what: 'outbox relay', close: () => relay.stop() }
}

/** Handles RPC calls from other services and the gateway's calls for operators. */
export async function startRpc<DB extends PlatformTables>(
  definition: Pick<ServiceDefinition<DB>, 'name' | 'variables'>,
  kit: Kit<DB>,
  parts: ServiceParts<DB>,
): Promise<Closing> {
  const handlers = [...(parts.rpc ?? []), ...operatorRpc(definition, kit, parts)]
  return { what: 'RPC', close: await serveRpc(kit.bus, version, handlers) }
}

/**
 * Starts consumers, job workers and background work. If one cannot start, closes the started ones.
 */
export async function startWork<DB extends PlatformTables>(
  kit: Kit<DB>,
  parts: ServiceParts<DB>,
  graceMs: number,
): Promise<Closing[]> {
  const { bus, database, logger } = kit
  const closings: Closing[] = []
  const background = [...(parts.background ?? [])]
  try {
    if (database !== undefined) {
      const platform = database.db as unknown as Kysely<PlatformTables>
      background.push(housekeeping(platform))
      for (const consumer of parts.consumers ?? []) {
        closings.push({
          what: `consumer ${consumer.name}`,
          close: await startConsumer(bus, database.db, consumer),
        })
      }
      for (const { job, ...options } of parts.jobs ?? []) {
        closings.push({
          what: `queue ${job.subject}`,
          close: await startJobWorker(bus, job, { graceMs, ...options }, platform),
        })
      }
    }
    closings.push({
      what: 'background work',
      close: startBackground(background, logger, database?.db),
    })
    return closings
  } catch (error) {
    await Promise.all(closings.map(({ close }) => close()))
    throw error
  }
}
