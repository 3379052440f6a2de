import { dormantIntegrations } from '@atrium/config'
import {
  commonErrors,
  StoringService,
  serviceDeadLetters,
  serviceFacts,
  serviceRedrive,
} from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import {
  type EventConsumer,
  outboxState,
  type RpcHandler,
  redriveHere,
  rpcHandler,
} from '@atrium/messaging'
import type { Kysely } from 'kysely'
import { countDeadLetters, deadLetterRows } from './dead-letters.db.ts'
import type { Kit, ServiceDefinition, ServiceParts } from './service-definition.ts'

const longestReason = 2_000

/** Returns a data service's RPC handlers for the platform's operators (docs/operations.md). */
export function operatorRpc<DB extends PlatformTables>(
  { name, variables }: Pick<ServiceDefinition<DB>, 'name' | 'variables'>,
  { config, bus, database, logger }: Kit<DB>,
  { consumers = [] }: ServiceParts<DB>,
): RpcHandler[] {
  const service = StoringService.safeParse(name).data
  if (database === undefined || service === undefined) return []
  const db = database.db as unknown as Kysely<PlatformTables>
  return [
    rpcHandler(serviceFacts[service], async () => ({
      dormant: dormantIntegrations(variables, config),
      outbox: await outboxState(db),
      deadLetters: await countDeadLetters(db),
    })),
    rpcHandler(serviceDeadLetters[service], async ({ before, limit }) => {
      const rows = await deadLetterRows(db, before, limit + 1)
      const items = rows.slice(0, limit).map(({ set_aside_at, reason, ...letter }) => ({
        ...letter,
        at: set_aside_at.toISOString(),
        reason: reason.slice(0, longestReason),
      }))
      return { items, hasMore: rows.length > limit }
    }),
    rpcHandler(serviceRedrive[service], async ({ id }) => {
      const eventConsumers = consumers as unknown as readonly EventConsumer[]
      const result = await redriveHere({
        bus,
        db,
        schema: database.schema,
        consumers: eventConsumers,
        id,
      })
      if (result.outcome === 'gone') throw commonErrors.not_found()
      logger.info({ deadLetter: id, outcome: result.outcome }, 'dead letter redriven')
      const reason = result.outcome === 'kept' ? result.reason.slice(0, longestReason) : null
      return { outcome: result.outcome, reason }
    }),
  ]
}
