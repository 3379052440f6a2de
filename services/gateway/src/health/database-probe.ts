import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** The longest that a probe of the database may take; docs/reference/http.md, "Health". */
const withinMs = 2_000

export interface DatabaseProbe {
  /** Whether PostgreSQL answers `select 1` within two seconds. Probes at the same time share one. Never throws. */
  isUp(): Promise<boolean>
  close(): Promise<void>
}

/** Probes over a connection of its own, which is made anew after it has failed. */
export function createDatabaseProbe(url: string): DatabaseProbe {
  let client: Client | undefined
  let running: Promise<boolean> | undefined

  const forget = (which: Client): void => {
    if (client === which) client = undefined
    // Its query may never end; ending the client cuts the connection then.
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
    const given = new AbortController()
    const late = sleep(withinMs, false, { signal: given.signal }).catch(() => false)
    const answered = connection()
      .then((on) => on.query('select 1'))
      .then(
        () => true,
        () => false,
      )
    const up = await Promise.race([answered, late])
    given.abort()
    if (!up && client !== undefined) forget(client)
    return up
  }
  return {
    isUp() {
      running ??= probe().finally(() => {
        running = undefined
      })
      return running
    },
    async close() {
      await running
      if (client !== undefined) forget(client)
    },
  }
}
