import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { NetworkEndpoints } from '../network-endpoints.ts'
import { Refusal } from '../refusal.ts'
import { watching } from '../with-faults.ts'
import { answerPrompt } from './answer-prompt.ts'
import { chatBody, chatStream, responsesBody, type Written } from './chat-wire.ts'
import { mountModelPages } from './model-pages.ts'
import { createModel, type ModelSandbox, modelKey } from './model-state.ts'
import { readPrompt } from './read-prompt.ts'

const keptRequests = 2_000
const charactersPerToken = 4
/** USD per million tokens. */
const price = { input: 0.25, output: 2 }

const refusal = (message: string, type: string, code: string | null = null) => ({
  error: { message, type, param: null, code },
})

/**
 * Mounts a gateway below `/model/gateway/v1`, a provider below `/model/direct/v1`, and one page for
 * both.
 */
function mount(app: Hono<SandboxEnv>): ModelSandbox {
  const model = createModel()
  const uses = new Map<string, number[]>()
  const watch = watching('model', model, ({ status }) =>
    refusal('The stand-in fails on request', status === 429 ? 'rate_limit_error' : 'server_error'),
  )
  app.all('/model/:provider{gateway|direct}/v1/*', (c) => watch(c, () => answered(c, model, uses)))
  mountModelPages(app, model)
  return model
}

async function answered(
  c: Context<SandboxEnv>,
  model: ModelSandbox,
  uses: Map<string, number[]>,
): Promise<Response> {
  const key = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  requireKey(model, key, uses)
  const provider = c.req.param('provider') === 'direct' ? 'direct' : 'gateway'
  const path = c.req.path.slice(`/model/${provider}/v1`.length)
  if (c.req.method === 'GET' && path === '/models') {
    const data = ['openai/gpt-5-mini', 'gpt-5-mini', 'sandbox/small'].map((id) => ({
      id,
      object: 'model',
    }))
    return c.json({ object: 'list', data })
  }
  if (c.req.method !== 'POST' || (path !== '/chat/completions' && path !== '/responses')) {
    return c.json(refusal('Unknown request URL', 'invalid_request_error', 'unknown_url'), 404)
  }
  const body: unknown = await c.req.json().catch(() => undefined)
  const problem = findProblem(body, path)
  if (problem !== undefined) return c.json(refusal(problem, 'invalid_request_error'), 400)
  return complete(c, model, { provider, key, path, body: body as Record<string, unknown> })
}

/** Counts a call with a key. Throws if the key is invalid or used too often. */
function requireKey(model: ModelSandbox, key: string, uses: Map<string, number[]>): void {
  const state = model.keys.get(key)
  if (state === 'spent') {
    const words = 'You exceeded your current quota'
    throw new Refusal(402, refusal(words, 'insufficient_quota', 'insufficient_quota'))
  }
  if (state !== 'valid') {
    const words = `Incorrect API key provided: ${key}.`
    throw new Refusal(401, refusal(words, 'invalid_request_error', 'invalid_api_key'))
  }
  if (model.perMinute === 0) return
  const now = performance.now()
  const recent = (uses.get(key) ?? []).filter((at) => now - at < 60_000)
  uses.set(key, [...recent, now])
  if (recent.length < model.perMinute) return
  const retryAfter = Math.ceil((60_000 - (now - (recent[0] ?? now))) / 1_000)
  const body = refusal('Rate limit reached for requests', 'requests', 'rate_limit_exceeded')
  throw new Refusal(429, body, { 'retry-after': String(retryAfter) })
}

/** Returns the request's first mistake, as the provider would. */
function findProblem(body: unknown, path: string): string | undefined {
  if (typeof body !== 'object' || body === null)
    return 'We could not parse the JSON body of your request'
  if (!('model' in body) || typeof body.model !== 'string' || body.model === '') {
    return 'you must provide a model parameter'
  }
  if (path === '/responses')
    return 'input' in body ? undefined : "Missing required parameter: 'input'"
  const messages: unknown = 'messages' in body ? body.messages : undefined
  if (!Array.isArray(messages) || messages.length === 0)
    return "Missing required parameter: 'messages'"
  const roles = ['system', 'developer', 'user', 'assistant', 'tool']
  const wrong = messages.some(
    (message: { role?: unknown }) => !roles.includes(String(message?.role)),
  )
  return wrong ? "Invalid value for 'messages': unknown role" : undefined
}

interface Asked {
  provider: 'gateway' | 'direct'
  key: string
  path: string
  body: Record<string, unknown>
}

async function complete(
  c: Context<SandboxEnv>,
  model: ModelSandbox,
  { provider, key, path, body }: Asked,
): Promise<Response> {
  const prompt = readPrompt(body)
  const name = String(body['model'])
  const tools = prompt.tools.map((tool) => tool.name)
  model.requests.push({ provider, key, model: name, prompt: prompt.whole, tools })
  if (model.requests.length > keptRequests) model.requests.shift()
  const answer = answerPrompt(model, prompt)
  const slow = Number(/\[\[slow:(\d{1,5})\]\]/.exec(prompt.whole)?.[1] ?? 0)
  const wait = model.latencyMs + (answer.delayMs ?? 0) + slow
  if (wait > 0) await sleep(wait)
  const full = answer.json === undefined ? (answer.text ?? '') : JSON.stringify(answer.json)
  const most = Number(
    body['max_tokens'] ?? body['max_completion_tokens'] ?? body['max_output_tokens'] ?? 1e9,
  )
  // The mark [[long]] simulates a model that ignores the length limit.
  const kept = prompt.whole.includes('[[long]]') ? full : full.slice(0, most * charactersPerToken)
  const inputTokens = Math.ceil(prompt.whole.length / charactersPerToken)
  const called = JSON.stringify(answer.toolCalls ?? '').length - 2
  const outputTokens = Math.ceil((kept.length + Math.max(0, called)) / charactersPerToken)
  const written: Written = {
    model: name,
    answer,
    text: kept,
    inputTokens,
    outputTokens,
    finish:
      answer.refusal !== undefined
        ? 'content_filter'
        : answer.toolCalls !== undefined
          ? 'tool_calls'
          : kept.length < full.length
            ? 'length'
            : 'stop',
    cost:
      provider === 'gateway'
        ? (inputTokens * price.input + outputTokens * price.output) / 1_000_000
        : undefined,
  }
  const created = Math.floor(Date.now() / 1_000)
  if (path === '/responses') return c.json(responsesBody(written, created))
  if (body['stream'] !== true || !model.streams) return c.json(chatBody(written, created))
  const cut = () => void c.env.incoming.socket.destroy()
  return c.body(chatStream(written, created, { tokenMs: model.tokenMs, cut }), 200, {
    'content-type': 'text/event-stream',
  })
}

const endpoints: NetworkEndpoints = {
  network: 'model',
  prefix: 'LLM_',
  variables: (sandbox) => ({
    LLM_GATEWAY_BASE_URL: `${sandbox}/model/gateway/v1`,
    LLM_DIRECT_BASE_URL: `${sandbox}/model/direct/v1`,
    LLM_GATEWAY_API_KEY: modelKey,
  }),
}

export const model = { endpoints, mount }
