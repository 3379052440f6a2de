import pg from 'pg'
import { markConnectionError } from './database-error.ts'
import { repairValue } from './text-repair.ts'

/** A `pg` client that repairs the text in every parameter, for everything that uses the pool. */
export class RepairingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Without a listener, a connection that breaks between two statements of a transaction would
    // end the process.
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
    const isAnswered = endsItself(first) || args.some((given) => typeof given === 'function')
    if (isAnswered) return Reflect.apply(super.query, this, args) as never
    return callWithPromise((callback) =>
      Reflect.apply(super.query, this, [args[0], args[1], callback]),
    ) as never
  }
}

/**
 * Returns a query's result as our own promise. Rows behind a `pg` promise outlive young-generation
 * collections, so a long read would fill the old generation. An error has the caller's stack, as in
 * `pg`.
 */
async function callWithPromise(ask: (callback: (error: unknown, result: unknown) => void) => void) {
  try {
    return await new Promise((resolve, reject) => {
      ask((error, result) => (error ? reject(error) : resolve(result)))
    })
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

/** True if a query has its own callback or its own class, such as a cursor. */
const endsItself = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && ('submit' in query || 'callback' in query)

type WithValues = { values: unknown[] }

const hasValues = (value: unknown): value is WithValues =>
  typeof value === 'object' && value !== null && 'values' in value && Array.isArray(value.values)

// A cursor has its own class and keeps its identity, so only a plain query is copied.
function withRepairedValues(query: WithValues): WithValues {
  const values = query.values.map(repairValue)
  if (!('submit' in query)) return { ...query, values }
  query.values = values
  return query
}
