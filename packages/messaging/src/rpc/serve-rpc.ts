import { randomUUID } from 'node:crypto'
import { AppError, commonErrors } from '@atrium/contracts'
import { asDatabaseError } from '@atrium/database'
import { acceptableRequestId } from '@atrium/telemetry'
import type { Msg } from '@nats-io/nats-core'
import { type Service, Svcm } from '@nats-io/services'
import { SpanKind } from '@opentelemetry/api'
import type { Bus } from '../bus.ts'
import { keepOpen } from '../keep-open.ts'
import { discoveryName } from '../names.ts'
import type { RpcHandler, RpcReply } from './rpc-handler.ts'

/**
 * Offers the endpoints as the NATS service `atrium-<service>`. Returns `stop`, which still responds
 * to earlier calls.
 */
export async function serveRpc(
  bus: Bus,
  version: string,
  handlers: readonly RpcHandler[],
): Promise<() => Promise<void>> {
  if (handlers.length === 0) return async () => {}
  const tallies = new Map(
    handlers.map((handler) => [endpointName(handler), { answered: 0, refused: 0 }]),
  )
  const inFlight = new Set<Promise<void>>()
  const open = async (): Promise<Service> => {
    const opened = await new Svcm(bus.nc).add({
      name: discoveryName(bus.namespace, bus.service),
      version,
      description: `RPC of ${bus.service}`,
      queue: 'rpc',
      statsHandler: async (endpoint) => tallies.get(readName(endpoint)),
    })
    for (const handler of handlers) {
      const tally = tallies.get(endpointName(handler))
      opened.addEndpoint(endpointName(handler), {
        subject: bus.subject(`rpc.${handler.definition.subject}`),
        handler: (error, message) => {
          if (error !== null) return
          const work = answer(bus, handler, message).then((ok) => {
            inFlight.delete(work)
            if (tally !== undefined) tally[ok ? 'answered' : 'refused'] += 1
          })
          inFlight.add(work)
        },
      })
    }
    // The flush reply proves that the server knows the endpoints.
    await bus.nc.flush()
    return opened
  }
  const stopping = new AbortController()
  let service = await open()
  // The service ends if NATS refuses one of its subscriptions.
  const keeping = keepOpen(bus, {
    name: 'rpc',
    signal: stopping.signal,
    untilEnded: () => service.stopped,
    openAgain: async () => {
      service = await open()
    },
  })
  return async () => {
    stopping.abort()
    await service.stop()
    await keeping
    // Another service if it was just being opened again.
    await service.stop()
    await Promise.all(inFlight)
  }
}

// The endpoint has a name, but its type lacks it.
const readName = (endpoint: object): string => ('name' in endpoint ? String(endpoint.name) : '')

const endpointName = ({ definition }: RpcHandler): string => definition.subject.replaceAll('.', '-')

/** Handles one call and replies. Returns true if the call succeeded. Never throws. */
async function answer(bus: Bus, handler: RpcHandler, message: Msg): Promise<boolean> {
  const started = performance.now()
  const name = handler.definition.subject
  const requestId = acceptableRequestId(message.headers?.get('x-request-id')) ?? randomUUID()
  const init = {
    name: `rpc ${name}`,
    kind: SpanKind.SERVER,
    requestId,
    traceparent: message.headers?.get('traceparent') || undefined,
  }
  let reply: RpcReply
  try {
    const data = await bus.tracing.span(init, () => handler.handle(readJson(message)))
    reply = { ok: true, data }
  } catch (thrown) {
    reply = refusal(bus, name, requestId, thrown)
  }
  try {
    message.respond(JSON.stringify(reply))
  } catch (thrown) {
    reply = refusal(bus, name, requestId, thrown)
    if (!bus.nc.isClosed()) message.respond(JSON.stringify(reply))
  }
  const seconds = (performance.now() - started) / 1000
  const outcome = reply.ok ? 'ok' : reply.error.code
  bus.metrics.messages.observe({ kind: 'rpc', name, outcome }, seconds)
  bus.logger.debug({ rpc: name, outcome, ms: Math.round(seconds * 1e4) / 10, requestId }, 'rpc')
  return reply.ok
}

function readJson(message: Msg): unknown {
  try {
    return JSON.parse(message.string())
  } catch (cause) {
    throw commonErrors.validation_failed({ message: 'The input is not JSON', cause })
  }
}

function refusal(bus: Bus, rpc: string, requestId: string, thrown: unknown): RpcReply {
  const error = asDatabaseError(thrown)
  const publicError = error instanceof AppError ? error : commonErrors.internal({ cause: error })
  if (publicError.kind === 'internal')
    bus.logger.error({ err: error, rpc, requestId }, 'rpc failed')
  const { kind, code, message, details } = publicError
  return { ok: false, error: { kind, code, message, details } }
}
