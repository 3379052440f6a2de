import { AppError, commonErrors, type RpcDefinition } from '@atrium/contracts'
import { currentContext, inSpan } from '@atrium/telemetry'
import {
  ClosedConnectionError,
  ConnectionError,
  DrainingConnectionError,
  headers,
  type MsgHdrs,
  NoRespondersError,
  RequestError,
  TimeoutError,
} from '@nats-io/nats-core'
import { SpanKind } from '@opentelemetry/api'
import type { z } from 'zod'
import type { Bus } from '../bus.ts'
import { discoveryName } from '../names.ts'
import { parseRpcInput, type RpcReply } from './rpc-handler.ts'

/**
 * Calls another service. Throws the service's `AppError`, `validation_failed` if the input is
 * invalid, or `unavailable` if there is no reply.
 */
export async function callRpc<I extends z.ZodType, O extends z.ZodType>(
  bus: Bus,
  definition: RpcDefinition<I, O>,
  input: z.input<I>,
  options: { timeoutMs?: number } = {},
): Promise<z.output<O>> {
  parseRpcInput(definition, input)
  const reply = await inSpan({ name: `call ${definition.subject}`, kind: SpanKind.CLIENT }, () =>
    request(bus, definition, JSON.stringify(input), options.timeoutMs),
  )
  if (!reply.ok) throw new AppError(reply.error)
  return definition.output.parse(reply.data)
}

/**
 * Returns the result of the calls, or undefined if the service is unavailable. Throws every other
 * error.
 */
export const ifAvailable = <R>(calls: Promise<R>): Promise<R | undefined> =>
  calls.catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'unavailable') return undefined
    throw error
  })

/**
 * Returns true if any replica of a service responds on this platform's bus. Waits at most half a
 * second.
 */
export const serviceAnswers = (bus: Bus, service: string): Promise<boolean> =>
  bus.nc.request(`$SRV.PING.${discoveryName(bus.namespace, service)}`, '', { timeout: 500 }).then(
    () => true,
    () => false,
  )

async function request(
  bus: Bus,
  { subject, timeoutMs }: RpcDefinition,
  payload: string,
  timeout: number = timeoutMs,
): Promise<RpcReply> {
  const sent = bus.nc.request(bus.subject(`rpc.${subject}`), payload, {
    timeout,
    headers: contextHeaders(),
  })
  const answer = await sent.catch((cause: unknown) => {
    if (!isAway(cause)) throw cause
    throw commonErrors.unavailable({ cause, details: { retryAfterSeconds: 2 } })
  })
  return JSON.parse(answer.string()) as RpcReply
}

function contextHeaders(): MsgHdrs {
  const head = headers()
  const { requestId, traceparent } = currentContext() ?? {}
  if (requestId !== undefined) head.set('x-request-id', requestId)
  if (traceparent !== undefined) head.set('traceparent', traceparent)
  return head
}

const away = [
  NoRespondersError,
  TimeoutError,
  ConnectionError,
  ClosedConnectionError,
  DrainingConnectionError,
]

// A request error wraps its cause. Without a cause the connection was lost during the request.
const isAway = (error: unknown): boolean =>
  away.some((kind) => error instanceof kind) ||
  (error instanceof RequestError && (error.cause === undefined || isAway(error.cause)))
