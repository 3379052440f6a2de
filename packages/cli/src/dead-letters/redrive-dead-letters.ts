import type { PlatformTables } from '@atrium/database'
import { type Bus, redriveOne } from '@atrium/messaging'
import type { Kysely } from 'kysely'
import { CommandError, type CommandIo } from '../command.ts'
import { withBus } from '../with-bus.ts'
import { withDatabase } from '../with-database.ts'
import { type DeadLetterFlags, requireId, requireService } from './dead-letter-flags.ts'
import { findService } from './find-services.ts'

const pageSize = 100
const progressEveryMs = 1_000

/**
 * `atrium dead-letters redrive`: redelivers one dead letter, or all that exist at the start.
 * Returns false if one is kept or does not exist.
 */
export async function redriveCommand(flags: DeadLetterFlags, io: CommandIo): Promise<boolean> {
  const name = requireService(flags)
  const { id, all = false, stale = false } = flags
  if ((id === undefined) === !all) throw new CommandError('Give either --id or --all')
  const only = id === undefined ? undefined : requireId('id', id)
  return withDatabase(io.env, async (db) => {
    const service = await findService(db, name)
    return withBus(io.env, async (bus) => {
      const ids = only === undefined ? readIds(db, service) : [only]
      const { sent, kept, gone } = await redriveEach(db, bus, { service, ids, stale, io })
      if (gone > 0 && only !== undefined) io.error(`There is no dead letter ${only} in ${service}`)
      io.write(`${sent} redelivered, ${kept} kept`)
      return kept === 0 && (only === undefined || sent === 1)
    })
  })
}

/**
 * Yields the existing ids, oldest first. A message dead-lettered during the run gets a higher id
 * and is left out.
 */
async function* readIds(db: Kysely<PlatformTables>, service: string): AsyncGenerator<string> {
  const letters = db.withSchema(service).selectFrom('dead_letters')
  const { last } = await letters
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  let after = '0'
  for (;;) {
    const page = await letters
      .select('id')
      .where('id', '>', after)
      .where('id', '<=', last)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const { id } of page) {
      yield id
      after = id
    }
    if (page.length < pageSize) return
  }
}

interface Run {
  service: string
  ids: Iterable<string> | AsyncIterable<string>
  stale: boolean
  io: CommandIo
}

async function redriveEach(db: Kysely<PlatformTables>, bus: Bus, { service, ids, stale, io }: Run) {
  const count = { sent: 0, kept: 0, gone: 0 }
  let shownAt = performance.now()
  for await (const id of ids) {
    const result = await redriveOne(db, bus, { service, id, stale })
    count[result.outcome] += 1
    if (result.outcome === 'kept') {
      io.error(`${id}: ${result.reason}`)
      if (!result.canContinue) {
        io.error('Stopped here and kept the remaining dead letters')
        break
      }
    }
    if (performance.now() - shownAt < progressEveryMs) continue
    shownAt = performance.now()
    io.error(`… ${count.sent} redelivered, ${count.kept} kept`)
  }
  return count
}
