import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { cut, type Fault } from '../pages/faults.ts'
import { routes } from './api.ts'
import type { PaymentsSandbox } from './create-payments.ts'
import { parseForm } from './form.ts'
import { freshId } from './objects.ts'
import { ProviderError } from './provider-error.ts'
import { type Answers, keepAnswer, type PaymentsState } from './state.ts'

export type SandboxEnv = { Bindings: HttpBindings }

export interface ApiOptions {
  /** The required API key. If undefined, any key that begins with `sk_` works. */
  secretKey: string | undefined
  observe?: Observe | undefined
}

/**
 * Called before and after each call takes effect, with the connected account if the call names one.
 * A test may kill the caller there.
 */
export type Observe = (
  call: string,
  moment: 'before' | 'after',
  account: string | undefined,
) => Promise<void> | void

const keptCalls = 10_000

export function mountApi(
  app: Hono<SandboxEnv>,
  payments: PaymentsSandbox,
  options: ApiOptions,
): void {
  const running = new Set<string>()
  for (const [route, handle] of Object.entries(routes)) {
    const [method = 'GET', path = '/'] = route.split(' ')
    app.on([method], path, async (c) => {
      const name = `${method} ${c.req.path}`
      const fault = payments.faults.take(name)
      const account = c.req.header('stripe-account')
      await options.observe?.(name, 'before', account)
      if (fault?.kind === 'cut_before') return cut(c)
      if (fault?.kind === 'status') {
        if (fault.kept === true) await keepFailure(c, fault, payments.state)
        return failed(fault)
      }
      const outcome = await answer(c, { payments, secretKey: options.secretKey, handle, running })
      note(payments.calls, c, name, outcome)
      await options.observe?.(name, 'after', account)
      if (fault?.kind === 'cut_after') return cut(c)
      if (fault?.kind === 'slow') await sleep(fault.delayMs)
      if (fault?.kind === 'garbage')
        return new Response('<html>Bad gateway</html>', { status: 200 })
      return new Response(outcome.body, {
        status: outcome.status,
        headers: {
          'content-type': 'application/json',
          'request-id': freshId('req'),
          ...(outcome.replayed ? { 'idempotent-replayed': 'true' } : {}),
        },
      })
    })
  }
  app.all('/v1/*', (c) => {
    const error = new ProviderError({
      status: 404,
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
    })
    return c.json(error.toBody(), 404)
  })
}

interface Outcome {
  status: number
  body: string
  replayed: boolean
}

async function answer(
  c: Context<SandboxEnv>,
  {
    payments,
    secretKey,
    handle,
    running,
  }: {
    payments: PaymentsSandbox
    secretKey: string | undefined
    handle: (typeof routes)[string]
    running: Set<string>
  },
): Promise<Outcome> {
  const account = c.req.header('stripe-account')
  const text = c.req.method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1)
  const key = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined
  const scoped = `${account ?? ''} ${key ?? ''}`
  const fingerprint = `${c.req.path} ${text}`
  try {
    authorise(c, secretKey)
    if (key !== undefined) {
      const earlierAnswer = findAnswers(payments.state, account)?.get(key)
      if (earlierAnswer !== undefined && earlierAnswer.fingerprint !== fingerprint)
        throw keyReused(key)
      if (earlierAnswer !== undefined)
        return { status: earlierAnswer.status, body: earlierAnswer.body, replayed: true }
      if (running.has(scoped)) throw keyInUse(key)
      running.add(scoped)
    }
    const result = handle(payments, { id: c.req.param('id') ?? '', form: parseForm(text), account })
    const body = JSON.stringify(result)
    const answers = findAnswers(payments.state, account)
    if (key !== undefined && answers !== undefined)
      keepAnswer(answers, key, { fingerprint, status: 200, body })
    return { status: 200, body, replayed: false }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { status: error.status, body: JSON.stringify(error.toBody()), replayed: false }
  } finally {
    running.delete(scoped)
  }
}

function authorise(c: Context<SandboxEnv>, secretKey: string | undefined): void {
  const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  const good = secretKey === undefined ? given?.startsWith('sk_') : given === secretKey
  if (good) return
  throw new ProviderError({ status: 401, message: 'Invalid API Key provided' })
}

const keyReused = (key: string): ProviderError =>
  new ProviderError({
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
  })

const keyInUse = (key: string): ProviderError =>
  new ProviderError({
    status: 409,
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this idempotency key: ${key}`,
  })

function note(
  calls: PaymentsSandbox['calls'],
  c: Context<SandboxEnv>,
  call: string,
  outcome: Outcome,
): void {
  calls.push({
    call,
    account: c.req.header('stripe-account') ?? null,
    key: c.req.header('idempotency-key') ?? null,
    status: outcome.status,
    replayed: outcome.replayed,
  })
  if (calls.length > keptCalls) calls.shift()
}

const failureBody = ({ status }: Fault): string =>
  JSON.stringify(
    new ProviderError({
      status,
      type: status === 429 ? 'rate_limit_error' : 'api_error',
      message: 'A failure that was asked for',
    }).toBody(),
  )

async function keepFailure(
  c: Context<SandboxEnv>,
  fault: Fault,
  state: PaymentsState,
): Promise<void> {
  const fingerprint = `${c.req.path} ${await c.req.text()}`
  const answers = findAnswers(state, c.req.header('stripe-account'))
  const key = c.req.header('idempotency-key') ?? ''
  if (answers !== undefined) {
    keepAnswer(answers, key, { fingerprint, status: fault.status, body: failureBody(fault) })
  }
}

/**
 * Returns the responses by key for an account, or for calls without one. Undefined if the account
 * is unknown.
 */
const findAnswers = (state: PaymentsState, account: string | undefined): Answers | undefined =>
  account === undefined ? state.answers : state.accounts.get(account)?.answers

function failed(fault: Fault): Response {
  return new Response(failureBody(fault), {
    status: fault.status,
    headers: {
      'content-type': 'application/json',
      ...(fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }),
    },
  })
}
