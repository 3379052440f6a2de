import { randomUUID } from 'node:crypto'
import {
  AppError,
  commonErrors,
  type ErrorDetails,
  type ErrorKind,
  type RpcDefinition,
} from '@atrium/contracts'
import { asDatabaseError } from '@atrium/database'
import { acceptableRequestId, currentContext } from '@atrium/telemetry'
import { headers, type Msg, NoRespondersError, RequestError, TimeoutError } from '@nats-io/nats-core'
import { Svcm } from '@nats-io/services'
import { SpanKind } from '@opentelemetry/api'
import type { z } from 'zod'
import type { Bus } from './bus.ts'

/** An endpoint with its handler. Build it with `rpcHandler`, which ties the types together. */
export interface RpcHandler {
  definition: RpcDefinition
  handle(input: unknown): Promise<unknown>
}

/** Ties a handler to the RPC that it answers. The handler may throw `AppError`; the caller gets the same one. */
export const rpcHandler = <I extends z.ZodType, O extends z.ZodType>(
  definition: RpcDefinition<I, O>,
  handle: (input: z.output<I>) => Promise<z.input<O>>,
): RpcHandler => ({
  definition,
  handle: async (input) => definition.output.parse(await handle(definition.input.parse(input))),
})

type Reply =
  | { ok: true; data: unknown }
  | { ok: false; error: { kind: ErrorKind; code: string; message: string; details: ErrorDetails } }

/** Offers the endpoints as one discoverable NATS service; replicas share the calls. Returns how to stop. */
export async function serveRpc(
  bus: Bus,
  version: string,
  handlers: readonly RpcHandler[],
): Promise<() => Promise<void>> {
  if (handlers.length === 0) return async () => {}
  const service = await new Svcm(bus.nc).add({
    name: `atrium-${bus.service}`,
    version,
    description: `RPC of ${bus.service}`,
    queue: 'rpc',
  })
  const inFlight = new Set<Promise<void>>()
  for (const handler of handlers) {
    const name = handler.definition.subject.replaceAll('.', '-')
    service.addEndpoint(name, {
      subject: bus.subject(`rpc.${handler.definition.subject}`),
      handler: (error, message) => {
        if (error !== null) return
        const work = answer(bus, handler, message).finally(() => inFlight.delete(work))
        inFlight.add(work)
      },
    })
  }
  return async () => {
    await Promise.allSettled(inFlight)
    await service.stop()
  }
}

async function answer(bus: Bus, handler: RpcHandler, message: Msg): Promise<void> {
  const started = performance.now()
  const name = handler.definition.subject
  const requestId = acceptableRequestId(message.headers?.get('x-request-id')) ?? randomUUID()
  const traceparent = message.headers?.get('traceparent')
  let reply: Reply
  try {
    const input: unknown = JSON.parse(message.string())
    const data = await bus.tracing.span(
      { name: `rpc ${name}`, kind: SpanKind.SERVER, requestId, traceparent },
      () => handler.handle(input),
    )
    reply = { ok: true, data }
  } catch (thrown) {
    const error = asDatabaseError(thrown)
    const known = error instanceof AppError ? error : commonErrors.internal({ cause: error })
    if (known.kind === 'internal') bus.logger.error({ err: error, rpc: name, requestId }, 'rpc failed')
    reply = {
      ok: false,
      error: { kind: known.kind, code: known.code, message: known.message, details: known.details },
    }
  }
  const seconds = (performance.now() - started) / 1000
  const outcome = reply.ok ? 'ok' : reply.error.code
  bus.metrics.messages.observe({ kind: 'rpc', name, outcome }, seconds)
  bus.logger.debug({ rpc: name, outcome, ms: Math.round(seconds * 1e4) / 10, requestId }, 'rpc')
  message.respond(JSON.stringify(reply))
}

/**
 * Calls another service. Throws the `AppError` that its handler threw, and `unavailable` when nobody answers
 * within the RPC's timeout: what that means is for the caller to say.
 */
export async function callRpc<I extends z.ZodType, O extends z.ZodType>(
  bus: Bus,
  definition: RpcDefinition<I, O>,
  input: z.input<I>,
  options: { timeoutMs?: number } = {},
): Promise<z.output<O>> {
  const context = currentContext()
  const head = headers()
  if (context !== undefined) {
    head.set('x-request-id', context.requestId)
    head.set('traceparent', context.traceparent)
  }
  const message = await bus.nc
    .request(bus.subject(`rpc.${definition.subject}`), JSON.stringify(input), {
      timeout: options.timeoutMs ?? definition.timeoutMs,
      headers: head,
    })
    .catch((error: unknown) => {
      throw isAway(error) || bus.nc.isClosed()
        ? commonErrors.unavailable({ cause: error, details: { retryAfterSeconds: 2 } })
        : error
    })
  const reply = JSON.parse(message.string()) as Reply
  if (!reply.ok) throw new AppError(reply.error)
  return definition.output.parse(reply.data)
}

const isAway = (error: unknown): boolean =>
  error instanceof NoRespondersError ||
  error instanceof TimeoutError ||
  (error instanceof RequestError && (error.isNoResponders() || error.cause instanceof TimeoutError)) ||
  (error instanceof Error && /CONNECTION|DISCONNECT|Timeout/i.test(`${error.name} ${error.message}`))
