import type { PlatformTables } from '@atrium/database'
import type { Kysely } from 'kysely'
import type { CommandIo } from '../command.ts'
import { oneLine } from '../shown-text.ts'
import { withDatabase } from '../with-database.ts'
import { type DeadLetterFlags, requireId, requireService } from './dead-letter-flags.ts'
import { findService, findServices } from './find-services.ts'

const pageSize = 200
const longestReason = 300

/**
 * `atrium dead-letters list`: prints one line per dead letter, oldest first. Only `--show` prints a
 * payload because payloads may hold personal data. Returns false if the dead letter to show does
 * not exist.
 */
export function listCommand(flags: DeadLetterFlags, io: CommandIo): Promise<boolean> {
  const { show } = flags
  if (show !== undefined) return showOne(requireService(flags), requireId('show', show), io)
  return withDatabase(io.env, async (db) => {
    const services =
      flags.service === undefined ? await findServices(db) : [await findService(db, flags.service)]
    let count = 0
    for (const service of services) count += await listService(db, service, io)
    io.error(`${count} dead letters`)
    return true
  })
}

function showOne(name: string, id: string, io: CommandIo): Promise<boolean> {
  return withDatabase(io.env, async (db) => {
    const service = await findService(db, name)
    const row = await db
      .withSchema(service)
      .selectFrom('dead_letters')
      .select('payload')
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) io.error(`There is no dead letter ${id} in ${service}`)
    else io.write(row.payload)
    return row !== undefined
  })
}

async function listService(
  db: Kysely<PlatformTables>,
  service: string,
  io: CommandIo,
): Promise<number> {
  let count = 0
  let after = '0'
  for (;;) {
    const rows = await db
      .withSchema(service)
      .selectFrom('dead_letters')
      .select(['id', 'set_aside_at', 'consumer', 'subject', 'deliveries', 'reason'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const { id, set_aside_at: at, consumer, subject, deliveries, reason } of rows) {
      const cells = [
        service,
        id,
        at.toISOString(),
        consumer,
        subject,
        deliveries,
        shortened(reason),
      ]
      io.write(cells.map(oneLine).join('\t'))
      after = id
    }
    count += rows.length
    if (rows.length < pageSize) return count
  }
}

const shortened = (reason: string): string =>
  reason.length > longestReason ? `${reason.slice(0, longestReason)}…` : reason
