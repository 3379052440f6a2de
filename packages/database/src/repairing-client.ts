import pg from 'pg'
import { markConnectionError } from './database-error.ts'
import { repairValue } from './text-repair.ts'

/**
 * A `pg` client that repairs the text of every parameter. It is below Kysely and every library that uses the pool, so
 * that no caller can bypass it.
 */
export class RepairingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Without a listener a connection that breaks between two statements of a transaction ends the process.
    this.on('error', markConnectionError)
  }

  override connect(...[callback]: unknown[]): never {
    const connected = super.connect().catch((error: unknown) => {
      markConnectionError(error)
      throw error
    })
    if (typeof callback !== 'function') return connected as never
    connected.then(
      () => callback(),
      (error: unknown) => callback(error),
    )
    return undefined as never
  }

  override query(...args: unknown[]): never {
    const [first, second] = args
    if (Array.isArray(second)) args[1] = second.map(repairValue)
    if (hasValues(first)) args[0] = withRepairedValues(first)
    return Reflect.apply(super.query, this, args) as never
  }
}

type WithValues = { values: unknown[] }

const hasValues = (value: unknown): value is WithValues =>
  typeof value === 'object' && value !== null && 'values' in value && Array.isArray(value.values)

// A cursor has its own class and keeps its identity; a plain query is copied.
function withRepairedValues(query: WithValues): WithValues {
  const values = query.values.map(repairValue)
  if (!('submit' in query)) return { ...query, values }
  query.values = values
  return query
}
