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
    if (!isReported(cause)) throw cause
    throw commonErrors.internal({ message: describeReport(cause), cause })
  } finally {
    await close()
  }
}

interface Reported extends Error {
  /** The SQLSTATE (PostgreSQL documentation, appendix A). */
  readonly code?: string
}

// Only server errors have a severity.
const isReported = (error: unknown): error is Reported =>
  error instanceof Error && 'severity' in error

function describeReport({ code = '', message }: Reported): string {
  const hint = "Set DATABASE_URL to the operator's address."
  if (code === '42501')
    return `PostgreSQL does not let the user in DATABASE_URL do this (${message}). ${hint}`
  // Wrong password, and a user that may not sign in.
  if (code.startsWith('28'))
    return `PostgreSQL refuses the user in DATABASE_URL (${message}). ${hint}`
  return `PostgreSQL reports: ${message}`
}
