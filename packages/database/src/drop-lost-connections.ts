import pg from 'pg'

/** A statement that runs for this long may wait for a server that no longer exists. */
const suspiciousMs = 4_000
const lookEveryMs = 2_000
const probeMs = 2_000

/**
 * Ends connections whose server process no longer exists, so that their statements fail and may be
 * retried. If a server disappears without closing its connections, for example with its host, a
 * statement that was sent meanwhile would wait for the operating system: at first seconds, later
 * minutes. Meanwhile the pool is full, although the server is back. Returns a function that stops.
 */
export function dropLostConnections(pool: pg.Pool, options: pg.ClientConfig): () => void {
  const busySince = new Map<pg.PoolClient, number>()
  pool.on('acquire', (client) => busySince.set(client, performance.now()))
  pool.on('release', (_error, client) => busySince.delete(client))
  pool.on('remove', (client) => busySince.delete(client))
  let isLooking = false
  const look = async (): Promise<void> => {
    const limit = performance.now() - suspiciousMs
    const suspects = [...busySince].filter(([, since]) => since < limit)
    if (isLooking || suspects.length === 0) return
    isLooking = true
    try {
      const alive = await findServerProcesses(options)
      for (const [client, since] of suspects) {
        const isSameUse = busySince.get(client) === since
        const id = readProcessId(client)
        if (alive !== undefined && isSameUse && id !== undefined && !alive.has(id))
          endClient(client)
      }
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Ends a connection at once. Its statement fails with "Connection terminated". */
function endClient(client: pg.PoolClient): void {
  if ('end' in client && typeof client.end === 'function') void client.end()
}

const readProcessId = (client: object): number | undefined => {
  const id: unknown = Reflect.get(client, 'processID')
  return typeof id === 'number' ? id : undefined
}

/**
 * Returns the ids of the server's processes over a new connection. Returns undefined if the server
 * does not respond, or if a connection pooler is between, because its ids are not the server's.
 */
async function findServerProcesses(options: pg.ClientConfig): Promise<Set<number> | undefined> {
  const client = new pg.Client({
    ...options,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number; own: number }>(
      'select pid, pg_backend_pid() as own from pg_stat_activity',
    )
    if (rows[0]?.own !== readProcessId(client)) return undefined
    return new Set(rows.map(({ pid }) => pid))
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
