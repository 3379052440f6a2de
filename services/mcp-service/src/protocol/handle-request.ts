import { AppError, commonErrors } from '@atrium/contracts'
import { checkShape, maxLargeBodyBytes, readBytes } from '@atrium/http'
import { Counter, type Metrics } from '@atrium/telemetry'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { createPlatformCaller } from '../platform/platform-caller.ts'
import type { Toolbox } from '../tools/toolbox.ts'
import { createProtocolServer } from './protocol-server.ts'

export interface HandlerDeps {
  readonly gatewayUrl: string
  readonly logger: Logger
  readonly metrics: Pick<Metrics, 'registry'>
  readonly toolbox: Toolbox
  /** The time for a body to arrive in milliseconds; half a minute unless given. */
  readonly bodyWithinMs?: number
}

/** Answers one request of an assistant; `named` is told the method or tool for the log line and the metrics. */
export type HandleRequest = (request: Request, named: (operation: string) => void) => Promise<Response>

/** More messages in one request are refused: each of them may be a call of the API. */
const messagesAtMost = 10
/** Long bodies are pictures; so many are in memory at once, the others wait. */
const longBody = 262_144
const longBodiesAtOnce = 4
const decoder = new TextDecoder('utf-8', { fatal: true })

/** The protocol for each request by itself: a server and a transport that end with the answer. */
export function createHandler(deps: HandlerDeps): HandleRequest {
  const { gatewayUrl, logger, metrics, toolbox, bodyWithinMs = 30_000 } = deps
  const calls = new Counter({
    name: 'atrium_mcp_tool_calls_total',
    help: 'Calls of tools by assistants',
    labelNames: ['tool', 'outcome'],
    registers: [metrics.registry],
  })
  const inTurn = pLimit(longBodiesAtOnce)
  const answer: HandleRequest = async (request, named) => {
    const messages = await readMessages(request, bodyWithinMs)
    if (messages instanceof Response) return messages
    named(nameOf(messages))
    const abort = new AbortController()
    request.signal.addEventListener('abort', () => abort.abort(request.signal.reason), { once: true })
    const platform = createPlatformCaller(gatewayUrl, request.headers, abort.signal)
    const server = createProtocolServer({
      platform,
      toolbox,
      called: (tool, outcome) => calls.inc({ tool, outcome }),
      failed: (error, tool) => logger.error({ err: error, tool }, 'a tool failed'),
    })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(request, { parsedBody: messages })
    } finally {
      await server.close()
    }
  }
  return (request, named) =>
    Number(request.headers.get('content-length') ?? longBody) < longBody
      ? answer(request, named)
      : inTurn(() => answer(request, named))
}

/** The messages of a request, or the refusal of a body that holds none. Throws as `readInTime`. */
async function readMessages(request: Request, withinMs: number): Promise<unknown> {
  const bytes = await readInTime(request, withinMs)
  try {
    checkShape(bytes)
    const messages: unknown = JSON.parse(decoder.decode(bytes))
    if (!Array.isArray(messages)) return messages
    if (messages.length > 0 && messages.length <= messagesAtMost) return messages
    return protocolError(-32600, `A batch has 1 to ${messagesAtMost} messages`)
  } catch (error) {
    return protocolError(-32700, error instanceof AppError ? error.message : 'The body is not valid JSON')
  }
}

/**
 * The body of a request. Throws `payload_too_large`, and `validation_failed` for one that does not arrive in time: a
 * slow one would keep the place of others.
 */
async function readInTime(request: Request, withinMs: number): Promise<Uint8Array> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(commonErrors.validation_failed({ message: 'The body did not arrive in time' })),
    withinMs,
  )
  try {
    return await Promise.race([readBytes(request, maxLargeBodyBytes), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const protocolError = (code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status: 400 })

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
  const method = (messages as { method?: unknown } | null)?.method
  if (method === 'tools/call') return 'mcp tools/call'
  return typeof method === 'string' && methods.has(method) ? `mcp ${method}` : 'mcp'
}
