import type { Operation } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import type { Context, Hono } from 'hono'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { type AnswerSeal, answerOnce, answerOnceApart } from './answer-once.ts'
import { authorise, noteUndeclared, type PrincipalOf } from './authorise.ts'
import type { AppEnv } from './environment.ts'
import { computeFingerprint, parseIdempotencyKey } from './idempotency.ts'
import { recordOperation } from './list-operations.ts'
import { parseInput } from './problem.ts'
import { parseQuery, queryParser } from './query.ts'
import { isForm, readForm, readJson } from './read-body.ts'
import { createTurns } from './turns.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Success<R> = {
  [K in keyof R]: K extends 200 | 201 | 202
    ? R[K] extends { schema: infer S extends z.ZodType }
      ? z.input<S>
      : never
    : never
}[keyof R]

/**
 * A request's parsed parts and principal. If there is a principal, the call is a `Ctx` that a
 * handler can pass on.
 */
export interface Call<O extends Operation, DB extends PlatformTables = PlatformTables> {
  c: Context<AppEnv>
  principal: PrincipalOf<O['access']>
  params: Parsed<O['params']>
  query: Parsed<O['query']>
  body: O extends { bodyOptional: true } ? Parsed<O['body']> | undefined : Parsed<O['body']>
  /** The transaction of an idempotent operation. Set if the request has an `Idempotency-Key`. */
  tx: O extends { idempotent: true } ? Transaction<DB> | undefined : undefined
  /**
   * Stores a response under the request's key together with the effect (`apart`). The handler's
   * result replaces it later.
   */
  settle(tx: Transaction<DB>, value: Success<O['responses']>): Promise<void>
}

type Answer<O extends Operation> = Success<O['responses']> | Response | undefined

/** Returns the body of the operation's success status, a `Response`, or nothing for 204. */
export type Handler<O extends Operation, DB extends PlatformTables> = (
  call: Call<O, DB>,
) => Promise<Answer<O>> | ([Success<O['responses']>] extends [never] ? Promise<void> : never)

/** The store for responses to an `Idempotency-Key`. */
export interface KeptAnswers<DB extends PlatformTables> {
  db: Kysely<DB>
  /**
   * Set if the handler commits step by step, for example because it calls an external provider.
   * Under an `Idempotency-Key` it then runs without a transaction or connection. Its response is
   * stored afterwards, or together with the effect if the handler calls `settle`.
   */
  apart?: boolean
  /** Encrypts the stored response for an `Idempotency-Key`, if the response holds a secret. */
  sealed?: AnswerSeal
  /**
   * Receives the body of an operation with a `rawBody`, after the caller is authorised. The
   * fingerprint tells an `Idempotency-Key` which body it belongs to. `release` runs after the
   * response.
   */
  receive?(request: Request): Promise<{ fingerprint: string; release(): Promise<void> }>
}

const honoPath = (path: string): string => path.replace(/\{([A-Za-z0-9_]+)\}/g, ':$1')

const readBody = (operation: Operation, request: Request): Promise<unknown> =>
  operation.formBody === true && isForm(request)
    ? readForm(request)
    : readJson(request, operation.largeBody)

/**
 * Mounts an operation: checks access, parses parameters, query and body, then calls `handle`. The
 * result is the body of the first success status, and its `Location` defaults to the path and the
 * value's id. `idempotent` operations need `kept`.
 */
export function mount<const O extends Operation>(
  app: Hono<AppEnv>,
  operation: O,
  handle: Handler<O, PlatformTables>,
): void
export function mount<const O extends Operation, DB extends PlatformTables>(
  app: Hono<AppEnv>,
  operation: O,
  kept: KeptAnswers<DB>,
  handle: Handler<O, DB>,
): void
export function mount<const O extends Operation, DB extends PlatformTables>(
  app: Hono<AppEnv>,
  operation: O,
  ...given: [Handler<O, DB>] | [KeptAnswers<DB>, Handler<O, DB>]
): void {
  const [kept, handle] = given.length === 1 ? [undefined, given[0]] : given
  if (operation.idempotent === true && kept === undefined) {
    throw new Error(`${operation.id} takes an Idempotency-Key and is mounted without a database`)
  }
  recordOperation(app, operation)
  const status = Number(Object.keys(operation.responses).find((key) => key.startsWith('2')) ?? 200)
  const located = operation.responses[status]?.headers?.['Location'] !== undefined
  const respond = (c: Context<AppEnv>, value: unknown): Response => {
    if (value instanceof Response) return value
    if (value === undefined) return c.body(null, 204)
    if (located && !c.res.headers.has('location')) {
      c.header('location', `${c.req.path}/${(value as { id: string }).id}`)
    }
    return c.json(value as never, status as 200)
  }
  const validateQuery = queryParser(operation)
  // A repeated request waits for the response to the first one.
  const inTurn = createTurns()
  app.on([operation.method.toUpperCase()], honoPath(operation.path), async (c) => {
    c.set('operation', operation.id)
    const principal = authorise(operation, c.var.principal)
    const params =
      operation.params === undefined ? undefined : parseInput(operation.params, c.req.param())
    const rawQuery = parseQuery(c.req.url)
    const query = validateQuery(rawQuery)
    const raw = operation.body === undefined ? undefined : await readBody(operation, c.req.raw)
    const body =
      operation.body === undefined || (raw === undefined && operation.bodyOptional === true)
        ? undefined
        : parseInput(operation.body, raw)
    const call = { c, principal, params, query, body, tx: undefined, settle: async () => {} }
    const answerWith = async (more: {
      tx?: Transaction<DB>
      settle?: Call<O, DB>['settle']
    }): Promise<Response> => {
      try {
        return respond(c, await handle({ ...call, ...more } as unknown as Call<O, DB>))
      } catch (error) {
        throw noteUndeclared(operation, error)
      }
    }
    const key = operation.idempotent === true ? c.req.header('idempotency-key') : undefined
    const answerKeyed = async (received?: string): Promise<Response> => {
      if (key === undefined || kept === undefined) return answerWith({})
      const { db, apart, sealed } = kept
      const parts = [operation.id, c.req.param(), rawQuery, received ?? raw]
      const claim = {
        scope: `${operation.id}:${principal?.userId ?? 'anonymous'}:${principal?.orgId ?? ''}`,
        key: parseIdempotencyKey(key),
        fingerprint: computeFingerprint(...parts),
      }
      return apart === true
        ? inTurn(`${claim.scope} ${claim.key}`, () =>
            answerOnceApart<DB>(
              db,
              claim,
              (settle) => answerWith({ settle: (tx, value) => settle(tx, respond(c, value)) }),
              sealed,
            ),
          )
        : answerOnce(db, claim, (tx) => answerWith({ tx }), sealed)
    }
    const received = await kept?.receive?.(c.req.raw)
    try {
      return await answerKeyed(received?.fingerprint)
    } finally {
      await received?.release()
    }
  })
}
