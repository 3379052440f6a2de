import { AppError, commonErrors } from '@atrium/contracts'
import { checkShape, maxLargeBodyBytes, readBytes } from '@atrium/http'
import { Counter, type Metrics } from '@atrium/telemetry'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Logger } from 'pino'
import { createPlatformCaller } from '../platform/platform-caller.ts'
import type { Toolbox } from '../tools/toolbox.ts'
import { createPlaces } from './places.ts'
import { createProtocolServer } from './protocol-server.ts'

export interface HandlerDeps {
  readonly gatewayUrl: string
  readonly logger: Logger
  readonly metrics: Pick<Metrics, 'registry'>
  readonly toolbox: Toolbox
  /** Times in milliseconds: for a body to arrive, for the place of a long one, and for the whole request. */
  readonly within?: { readonly body: number; readonly place: number; readonly request: number }
}

/** A request of an assistant, and the person whom it acts for. */
export interface McpRequest {
  readonly request: Request
  readonly userId: string
  /** Told the method or tool for the log line and the metrics. */
  readonly named: (operation: string) => void
}

/** Answers one request of an assistant. Throws `unavailable` (503) for one that does not end in time. */
export type HandleRequest = (call: McpRequest) => Promise<Response>

/** More messages in one request are refused: each of them may be a call of the API. */
const messagesAtMost = 10
/** Long bodies are pictures; so many are in memory at once, the others wait. */
const longBody = 262_144
const longBodiesAtOnce = 4
/** The whole ends before the gateway gives up and before the token for calls of the API does: both after a minute. */
const usualTimes = { body: 30_000, place: 10_000, request: 55_000 }
const decoder = new TextDecoder('utf-8', { fatal: true })

/** The protocol for each request by itself: a server and a transport that end with the answer. */
export function createHandler(deps: HandlerDeps): HandleRequest {
  const { gatewayUrl, logger, metrics, toolbox, within = usualTimes } = deps
  const calls = new Counter({
    name: 'atrium_mcp_tool_calls_total',
    help: 'Calls of tools by assistants',
    labelNames: ['tool', 'outcome'],
    registers: [metrics.registry],
  })
  const takePlace = createPlaces({ total: longBodiesAtOnce, patienceMs: within.place })

  const answer = async (request: Request, messages: unknown, signal: AbortSignal): Promise<Response> => {
    const server = createProtocolServer({
      platform: createPlatformCaller(gatewayUrl, request.headers, signal),
      toolbox,
      called: (tool, outcome) => calls.inc({ tool, outcome }),
      failed: (error, tool) => logger.error({ err: error, tool }, 'a tool failed'),
    })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await orAborted(transport.handleRequest(withAccept(request), { parsedBody: messages }), signal)
    } finally {
      await server.close()
    }
  }

  return async ({ request, userId, named }) => {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(late('The request did not end in time')), within.request)
    const leave = () => ending.abort(late('The client has left'))
    request.signal.addEventListener('abort', leave, { once: true })
    const { signal } = ending
    const held = new DisposableStack()
    try {
      const bytes = await readInTime(request, within.body, signal, async (reading) => {
        const release = await takePlace(userId, reading)
        if (held.disposed) release()
        else held.defer(release)
      })
      const messages = messagesOf(bytes)
      if (messages instanceof Response) return messages
      named(nameOf(messages))
      return await answer(request, messages, signal)
    } finally {
      clearTimeout(timer)
      request.signal.removeEventListener('abort', leave)
      held.dispose()
    }
  }
}

const takesJson = /(?:^|,)\s*(?:application\/(?:json|\*)|\*\/\*)\s*(?:[;,]|$)/i

/** A request without its body. The answer is one JSON document, so that a client that accepts JSON alone is answered. */
function withAccept({ url, method, headers: given, signal }: Request): Request {
  const headers = new Headers(given)
  if (takesJson.test(given.get('accept') ?? '*/*'))
    headers.set('accept', 'application/json, text/event-stream')
  return new Request(url, { method, headers, signal })
}

const late = (message: string) => commonErrors.unavailable({ message })

/** The outcome of work, or the reason of `signal`, whichever comes first. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** The messages of a body, or the refusal of one that holds none. */
function messagesOf(bytes: Uint8Array): unknown {
  try {
    checkShape(bytes)
    const messages: unknown = JSON.parse(decoder.decode(bytes))
    if (!Array.isArray(messages)) return messages
    if (messages.length > 0 && messages.length <= messagesAtMost) return withoutCancels(messages)
    return protocolError(-32600, `A batch has 1 to ${messagesAtMost} messages`)
  } catch (error) {
    return protocolError(-32700, error instanceof AppError ? error.message : 'The body is not valid JSON')
  }
}

/**
 * A batch without the cancellations in it. They could only name calls of the same batch, and a cancelled call has no
 * answer, which the transport would wait for.
 */
function withoutCancels(messages: readonly unknown[]): readonly unknown[] {
  const kept = messages.filter((message) => methodOf(message) !== 'notifications/cancelled')
  return kept.length === 0 ? messages : kept
}

/**
 * The body of a request; `admit` lets a long one in. Throws `payload_too_large`, `validation_failed` for one that does
 * not arrive in time, and the error of `admit`, whose signal is aborted then.
 */
async function readInTime(
  request: Request,
  withinMs: number,
  signal: AbortSignal,
  admit: (reading: AbortSignal) => Promise<void>,
): Promise<Uint8Array> {
  const reading = new AbortController()
  const end = () => reading.abort(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  const timer = setTimeout(
    () => reading.abort(commonErrors.validation_failed({ message: 'The body did not arrive in time' })),
    withinMs,
  )
  try {
    const bytes = readBytes(request, maxLargeBodyBytes, {
      above: longBody,
      admit: () => admit(reading.signal),
    })
    return await orAborted(bytes, reading.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

const protocolError = (code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status: 400 })

const methodOf = (message: unknown): unknown => (message as { method?: unknown } | null)?.method

const methods: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
])

/** A name with few values for a request: `mcp tools/call`, or `mcp` for what the service does not know. */
function nameOf(messages: unknown): string {
  const method = methodOf(messages)
  if (method === 'tools/call') return 'mcp tools/call'
  return typeof method === 'string' && methods.has(method) ? `mcp ${method}` : 'mcp'
}
