import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'

const unansweredMark = '/* unanswered */'

/**
 * Stands at the very end of a statement that `prepared` has named, whose parameters are text or null, and whose
 * answer nobody reads. Inside a transaction it is sent together with the next statement or the commit; should it
 * fail, that one fails in its place.
 */
export const unanswered: RawBuilder<unknown> = sql.raw(unansweredMark)

interface Statement {
  text: string
  name?: string
  values?: readonly unknown[]
}

/** A statement that waits for the next one; PostgreSQL has parsed it on this connection before. */
interface Held {
  name: string
  text: string
  values: readonly unknown[]
}

// What is used of the driver beyond its declared types.
interface Wire {
  parsedStatements: Readonly<Record<string, string | undefined>>
  bind(message: { statement: string; values: readonly unknown[] }): void
  execute(message: object): void
}
interface Sendable {
  /** Answers the reason when it refuses to send anything. */
  submit(connection: pg.Connection): Error | null
  callback: (error: Error | null, result: unknown) => void
  prepare(connection: Wire): void
}

const begin: Held = { name: '_begin', text: 'begin', values: [] }

/**
 * A `pg` client that spares round trips, each of which costs more than most statements: `begin` is sent with the
 * transaction's first statement, and what is marked `unanswered` with the one after it. They go before it in one
 * series of the extended protocol, of which PostgreSQL skips all that follows a failure: nothing runs outside of
 * its transaction. A transaction without a statement is not sent at all.
 */
export class JoiningClient extends pg.Client {
  #held: Held[] = []
  #inTransaction = false

  override query(...args: unknown[]): never {
    const statement = statementOf(args)
    if (statement === undefined) return this.#sendAfterHeld(args)
    const { text, name, values = [] } = statement
    if (text === 'begin') return this.#begin()
    if (text === 'commit' || text === 'rollback') return this.#end(text)
    const waits = this.#inTransaction && name !== undefined && text.endsWith(unansweredMark)
    if (waits && values.every(isText)) return this.#hold({ name, text, values })
    return this.#send(statement, args)
  }

  #begin(): never {
    this.#inTransaction = true
    this.#held = []
    return this.#hold(begin)
  }

  #hold(statement: Held): never {
    const wire = this.connection as unknown as Wire
    if (wire.parsedStatements[statement.name] !== statement.text) return this.#send(statement)
    this.#held.push(statement)
    return answered()
  }

  #end(text: 'commit' | 'rollback'): never {
    this.#inTransaction = false
    const untouched = this.#held[0] === begin && (text === 'rollback' || this.#held.length === 1)
    if (untouched || text === 'rollback') this.#held = []
    return untouched ? answered(text.toUpperCase()) : this.#send({ text })
  }

  #send(statement: Statement, args: unknown[] = [statement]): never {
    if (this.#held.length === 0) return Reflect.apply(super.query, this, args) as never
    // Only the simple protocol takes several statements at once, and its series does not stop for a failure before.
    if (statement.text.includes(';'))
      return this.#flush().then(() => super.query(...(args as [never]))) as never
    const first = this.#held
    this.#held = []
    return new Promise((resolve, reject) => {
      const query = new pg.Query({ ...statement, queryMode: 'extended' } as never) as unknown as Sendable
      query.callback = (error, result) => (error ? reject(error) : resolve(lastOf(result)))
      sendBefore(query, first, () => this.#keep(first))
      super.query(query)
    }) as never
  }

  #keep(unsent: readonly Held[]): void {
    if (this.#inTransaction) this.#held = [...unsent, ...this.#held]
  }

  #flush(): Promise<unknown> {
    return this.#send({ text: 'select' }) as Promise<unknown>
  }

  // A cursor, or a call with a callback, of which the driver keeps the order.
  #sendAfterHeld(args: unknown[]): never {
    if (this.#held.length > 0) void this.#flush().catch(() => {})
    return Reflect.apply(super.query, this, args) as never
  }
}

const isText = (value: unknown): boolean => value === null || typeof value === 'string'

/** The statement of a call that is answered with a promise. */
function statementOf(args: readonly unknown[]): Statement | undefined {
  const [first, second] = args
  if (args.some((arg) => typeof arg === 'function')) return undefined
  if (typeof first === 'string')
    return Array.isArray(second) ? { text: first, values: second } : { text: first }
  if (typeof first !== 'object' || first === null || 'submit' in first) return undefined
  const { text } = first as Partial<Statement>
  return typeof text === 'string' ? (first as Statement) : undefined
}

const answered = (command = ''): never => Promise.resolve({ command, rowCount: 0, rows: [] }) as never

/** Has the statements sent before the query; calls `unsent` when the driver refuses to send any of it. */
function sendBefore(query: Sendable, statements: readonly Held[], unsent: () => void): void {
  const { prepare, submit } = query
  query.submit = (connection) => {
    const refused = submit.call(query, connection)
    if (refused !== null) unsent()
    return refused
  }
  query.prepare = (connection) => {
    for (const { name, values } of statements) {
      connection.bind({ statement: name, values })
      connection.execute({})
    }
    prepare.call(query, connection)
  }
}

// The driver gathers the answers of a series; the last one is the statement's own.
const lastOf = (result: unknown): unknown => (Array.isArray(result) ? result.at(-1) : result)
