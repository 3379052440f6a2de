import { newId } from '@atrium/contracts'
import { createDatabase } from '@atrium/database'
import { pino } from 'pino'
import type { BoardDatabase } from '../src/database.ts'
import type { Deps } from '../src/deps.ts'

/** Returns board dependencies on a separate pool, without a bus. */
export function openBoard(
  databaseUrl: string,
  poolSize: number,
): { deps: Deps; close(): Promise<void> } {
  const handle = createDatabase<BoardDatabase>({ url: databaseUrl, schema: 'board', poolSize })
  return {
    deps: {
      db: handle.db,
      logger: pino({ level: 'silent' }),
      readKnownZone: async (_db, zone) => zone,
      now: () => new Date(),
      newId,
      config: {
        tracksLinks: false,
        canMail: true,
        apiUrl: 'http://localhost:3000',
        adminEmails: [],
        supportOwnerEmail: undefined,
        quoteRecipient: undefined,
        rateLimits: false,
      },
      bus: undefined as never,
    },
    close: () => handle.close(),
  }
}
