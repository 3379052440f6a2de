import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { shareRun } from '../share-run.ts'

/** The timeout of a probe; docs/reference/http.md, "Health". */
const withinMs = 2_000

export interface DatabaseProbe {
  /** Whether PostgreSQL answers `select 1` within two seconds. Probes at the same time share one. Never throws. */
  isUp(): Promise<boolean>
  close(): void
}

/** Probes over one connection, which is replaced after a failure. */
export function createDatabaseProbe(url: string): DatabaseProbe {
  let client: Client | undefined

  const forget = (which: Client): void => {
    if (client === which) client = undefined
    // The query may never end; `end` cuts its connection.
    which.end().catch(() => {})
  }
  const connection = async (): Promise<Client> => {
    if (client !== undefined) return client
    const fresh = new Client({
      connectionString: url,
      connectionTimeoutMillis: withinMs,
      application_name: 'atrium-gateway',
      keepAlive: true,
    })
    fresh.on('error', () => forget(fresh))
    client = fresh
    await fresh.connect()
    return fresh
  }
  const probe = async (): Promise<boolean> => {
    const answered = connection()
      .then((on) => on.query('select 1'))
      .then(
        () => true,
        () => false,
      )
    const up = await Promise.race([answered, sleep(withinMs, false, { ref: false })])
    if (!up && client !== undefined) forget(client)
    return up
  }
  return {
    isUp: shareRun(probe),
    close() {
      if (client !== undefined) forget(client)
    },
  }
}
