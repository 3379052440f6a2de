import { createHash } from 'node:crypto'
import type { CompiledQuery, PostgresPool, QueryExecutorProvider } from 'kysely'
import type pg from 'pg'
import { noting } from './activity.ts'
import { markConnectionError } from './database-error.ts'
import { repairValue } from './text-repair.ts'

/** A statement with its parameters. PostgreSQL keeps it prepared under its name, if it has one. */
export interface Statement {
  name?: string
  text: string
  values: readonly unknown[]
}

// Kysely passes on nothing but the text of a query, so the text says that it is prepared.
const preparedMark = '/* prepared */ '
const names = new Map<string, { name: string }>()

function findName(text: string): { name: string } | undefined {
  if (!text.startsWith(preparedMark)) return undefined
  const known = names.get(text)
  if (known !== undefined) return known
  const name = { name: createHash('sha1').update(text).digest('base64url') }
  names.set(text, name)
  return name
}

/**
 * Runs a query as a prepared statement: each connection parses and plans it once. For queries of
 * every run or message, because a large one takes PostgreSQL longer to plan than to execute. The
 * query's text must be the same at every call, and it must name its columns. A migration would
 * otherwise change the result's type, which fails on connections that have prepared it before.
 */
export async function executePrepared<R>(
  db: QueryExecutorProvider,
  query: { compile(db: QueryExecutorProvider): CompiledQuery<R> },
): Promise<R[]> {
  const compiled = query.compile(db)
  const prepared = { ...compiled, sql: `${preparedMark}${compiled.sql}` }
  const { rows } = await db.getExecutor().executeQuery<R>(prepared)
  return rows
}

// A prepared statement would fail on its connection forever if a migration changed its result's type.
const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('cached plan must not change result type')

/** Returns the pool as Kysely uses it, so that the text in every parameter is repaired. */
export const toRepairingPool = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  async connect() {
    const client = await connect(pool)
    let isStale = false
    const query = (text: string, values: readonly unknown[]) =>
      noting(pool, text, () => runQuery(client, { ...findName(text), text, values })).catch(
        (error: unknown) => {
          isStale ||= isStalePlan(error)
          throw error
        },
      )
    return {
      // Kysely's other form of the call takes a cursor. We configure none.
      query: query as never,
      release: (destroy) => client.release(destroy ?? isStale),
    }
  },
  end: () => pool.end(),
})

/** Runs one statement without Kysely, for example a named one. Repairs its parameters. */
export async function runStatement<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: Statement,
): Promise<R[]> {
  const client = await connect(pool)
  try {
    const { rows } = await noting(pool, statement.text, () => runQuery<R>(client, statement))
    client.release()
    return rows
  } catch (error) {
    // A prepared statement would fail on this connection forever if a migration made its plan
    // stale.
    client.release(true)
    throw error
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    markConnectionError(error)
    throw error
  }
}

/**
 * Returns a query's result as our own promise. Rows behind a `pg` promise outlive young-generation
 * collections, so a long read would fill the old generation. An error has the caller's stack, as in
 * `pg`.
 */
async function runQuery<R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  statement: Statement,
): Promise<pg.QueryResult<R>> {
  const query = { ...statement, values: statement.values.map(repairValue) }
  try {
    return await new Promise((resolve, reject) => {
      client.query<R>(query, (error, result) => (error ? reject(error) : resolve(result)))
    })
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}
