import { AppError, commonErrors } from '@atrium/contracts'
import { checkShape, maxLargeBodyBytes, readBytes } from '@atrium/http'
import { type Metrics, openCounter } from '@atrium/telemetry'
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
  readonly now: () => Date
  /**
   * Timeouts in milliseconds: for the body to arrive, for a slot for a long body, and for the whole
   * request.
   */
  readonly within?: { readonly body: number; readonly place: number; readonly request: number }
}

export interface McpRequest {
  readonly request: Request
  readonly userId: string
  /** Receives the method or tool name for the log line and the metrics. */
  readonly named: (operation: string) => void
}

/**
 * Responds to one request of an assistant. Throws `unavailable` (503) if the request does not end
 * in time.
 */
export type HandleRequest = (call: McpRequest) => Promise<Response>

/** Maximum number of messages in a request, because each of them may be an API call. */
const messagesAtMost = 10
/**
 * Bodies above this size in bytes are pictures. Only `longBodiesAtOnce` of them are in memory at
 * once, and the others wait.
 */
const longBody = 262_144
const longBodiesAtOnce = 4
/**
 * In milliseconds. The whole request ends before the gateway gives up and before the token for API
 * calls expires. Both happen after a minute.
 */
const usualTimes = { body: 30_000, place: 10_000, request: 55_000 }
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Creates the request handler. Each request gets its own server and transport, which close after
 * the response.
 */
export function createHandler(deps: HandlerDeps): HandleRequest {
  const { gatewayUrl, logger, metrics, toolbox, now, within = usualTimes } = deps
  const calls = openCounter(metrics, {
    name: 'atrium_mcp_tool_calls_total',
    help: 'Calls of tools by assistants',
    labels: {
      tool: [...toolbox.keys()],
      outcome: ['done', 'refused', 'failed'],
    },
  })
  const takePlace = createPlaces(longBodiesAtOnce, within.place)

  const answer = async (
    request: Request,
    messages: unknown,
    signal: AbortSignal,
  ): Promise<Response> => {
    const server = createProtocolServer({
      platform: createPlatformCaller(gatewayUrl, request.headers, signal),
      toolbox,
      called: (tool, outcome) => calls.inc({ tool, outcome }),
      failed: (error, tool) => logger.error({ err: error, tool }, 'a tool failed'),
      now,
    })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      const handled = transport.handleRequest(withAccept(request), { parsedBody: messages })
      return await orAborted(handled, signal, newTimeoutError())
    } finally {
      await server.close()
    }
  }

  return async ({ request, userId, named }) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(within.request)])
    const tooSlow = AbortSignal.timeout(within.body)
    const held = new DisposableStack()
    const admit = async () => {
      const release = await takePlace(userId, AbortSignal.any([signal, tooSlow]))
      if (held.disposed) release()
      else held.defer(release)
    }
    try {
      const reading = readBytes(request, maxLargeBodyBytes, { above: longBody, admit })
      const messages = parseMessages(
        await orAborted(orAborted(reading, tooSlow, notArrived()), signal, newTimeoutError()),
      )
      if (messages instanceof Response) return messages
      named(readName(messages))
      return await answer(request, messages, signal)
    } finally {
      held.dispose()
    }
  }
}

const takesJson = /(?:^|,)\s*(?:application\/(?:json|\*)|\*\/\*)\s*(?:[;,]|$)/i

/**
 * Returns the request without its body. Adds event streams to `Accept`, because the transport
 * rejects a client that accepts only JSON. The response is always one JSON document.
 */
function withAccept({ url, method, headers: given, signal }: Request): Request {
  const headers = new Headers(given)
  if (takesJson.test(given.get('accept') ?? '*/*'))
    headers.set('accept', 'application/json, text/event-stream')
  return new Request(url, { method, headers, signal })
}

const newTimeoutError = () =>
  commonErrors.unavailable({ message: 'The request did not end in time' })
const notArrived = () =>
  commonErrors.validation_failed({ message: 'The body did not arrive in time' })

/** Returns the result of `work`. Throws `refusal` if `signal` is aborted first. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal, refusal: AppError): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(refusal)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    // The signal of a timeout outlives the request, and its listener would keep the result in
    // memory.
    signal.removeEventListener('abort', abort)
  }
}

function parseMessages(bytes: Uint8Array): unknown {
  try {
    checkShape(bytes)
    const messages: unknown = JSON.parse(decoder.decode(bytes))
    if (!Array.isArray(messages)) return messages
    if (messages.length > 0 && messages.length <= messagesAtMost) return withoutCancels(messages)
    return protocolError(-32600, `A batch must have 1 to ${messagesAtMost} messages`)
  } catch (error) {
    return protocolError(
      -32700,
      error instanceof AppError ? error.message : 'The body is not valid JSON',
    )
  }
}

/**
 * Removes cancellations from a batch, because the transport would wait forever for the response to
 * a cancelled call.
 */
function withoutCancels(messages: readonly unknown[]): readonly unknown[] {
  const kept = messages.filter((message) => readMethod(message) !== 'notifications/cancelled')
  return kept.length === 0 ? messages : kept
}

const protocolError = (code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status: 400 })

const readMethod = (message: unknown): unknown => (message as { method?: unknown } | null)?.method

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

/**
 * Returns a request name with few possible values: `mcp tools/call` for example, or `mcp` for an
 * unknown method.
 */
function readName(messages: unknown): string {
  const method = readMethod(messages)
  if (method === 'tools/call') return 'mcp tools/call'
  return typeof method === 'string' && methods.has(method) ? `mcp ${method}` : 'mcp'
}
