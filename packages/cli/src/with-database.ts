import { commonErrors } from '@atrium/contracts'
import { createDatabase, isDatabaseAway, type PlatformTables } from '@atrium/database'
import type { Kysely } from 'kysely'
import { CommandError, type CommandIo } from './command.ts'

/**
 * Runs a step with PostgreSQL. Throws a CommandError if `DATABASE_URL` is wrong, otherwise an
 * AppError.
 */
export async function withDatabase<T>(
  env: CommandIo['env'],
  step: (db: Kysely<PlatformTables>) => Promise<T>,
): Promise<T> {
  const url = env['DATABASE_URL']
  if (!url) throw new CommandError('DATABASE_URL is not set')
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new CommandError('DATABASE_URL is not a postgres:// address')
  }
  const { db, close } = createDatabase<PlatformTables>({ url, schema: 'public', poolSize: 1 })
  try {
    return await step(db)
  } catch (cause) {
    if (isDatabaseAway(cause))
      throw commonErrors.unavailable({ message: 'PostgreSQL does not respond', cause })
    if (!isRefusal(cause)) throw cause
    throw commonErrors.internal({ message: `PostgreSQL reports: ${cause.message}`, cause })
  } finally {
    await close()
  }
}

// Only server errors have a severity.
const isRefusal = (error: unknown): error is Error => error instanceof Error && 'severity' in error
