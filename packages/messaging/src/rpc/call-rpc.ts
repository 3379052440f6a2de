import { AppError, commonErrors, type RpcDefinition } from '@atrium/contracts'
import { currentContext } from '@atrium/telemetry'
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
import type { z } from 'zod'
import type { Bus } from '../bus.ts'
import { parseRpcInput, type RpcReply } from './rpc-handler.ts'

/**
 * Calls another service. The input is parsed here and there, the output there and here. Throws the `AppError`
 * that its handler threw, `validation_failed` for an input that does not fit, and `unavailable` when nobody
 * answers within the RPC's timeout: what that means is for the caller to say.
 */
export async function callRpc<I extends z.ZodType, O extends z.ZodType>(
  bus: Bus,
  definition: RpcDefinition<I, O>,
  input: z.input<I>,
  options: { timeoutMs?: number } = {},
): Promise<z.output<O>> {
  parseRpcInput(definition, input)
  const reply = await request(bus, definition, JSON.stringify(input), options.timeoutMs)
  if (!reply.ok) throw new AppError(reply.error)
  return definition.output.parse(reply.data)
}

async function request(
  bus: Bus,
  { subject, timeoutMs }: RpcDefinition,
  payload: string,
  timeout: number = timeoutMs,
): Promise<RpcReply> {
  const sent = bus.nc.request(bus.subject(`rpc.${subject}`), payload, { timeout, headers: contextHeaders() })
  const answer = await sent.catch((cause: unknown) => {
    if (!isAway(cause)) throw cause
    throw commonErrors.unavailable({ cause, details: { retryAfterSeconds: 2 } })
  })
  return JSON.parse(answer.string()) as RpcReply
}

function contextHeaders(): MsgHdrs {
  const head = headers()
  const context = currentContext()
  if (context !== undefined) {
    head.set('x-request-id', context.requestId)
    head.set('traceparent', context.traceparent)
  }
  return head
}

// A request error wraps what went wrong; without a cause the connection went away under it.
const isAway = (error: unknown): boolean =>
  error instanceof NoRespondersError ||
  error instanceof TimeoutError ||
  error instanceof ConnectionError ||
  error instanceof ClosedConnectionError ||
  error instanceof DrainingConnectionError ||
  (error instanceof RequestError && (error.cause === undefined || isAway(error.cause)))
