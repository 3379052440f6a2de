import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelProvider, ModelTool, ModelToolCall } from '@atrium/contracts'
import {
  type FinishReason,
  generateText,
  type JSONSchema7,
  jsonSchema,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
  streamText,
  type ToolSet,
  tool,
} from 'ai'
import { LRUCache } from 'lru-cache'
import { boundedFetch } from './bounded-fetch.ts'
import type { Prompt } from './prompt.ts'
import type { TokenStream } from './token-stream.ts'

export interface ModelTarget {
  provider: ModelProvider
  baseUrl: string
  apiKey: string
  model: string
}

export interface Ask {
  prompt: Prompt
  schema?: Record<string, unknown> | undefined
  tools: readonly ModelTool[]
  maxTokens: number
  /** Receives the text while it is generated. `begin` marks the start of each attempt. */
  stream?: Pick<TokenStream, 'begin' | 'take'> | undefined
}

export interface ModelAnswer {
  text: string
  toolCalls: ModelToolCall[]
  finish: 'stop' | 'length' | 'tool_calls'
  /** True if the model refused the request. The provider charges for the tokens even then. */
  isRefused: boolean
  inputTokens: number
  outputTokens: number
  /** The cost in USD as the provider states it, or null. */
  statedCostUsd: number | null
}

/** Calls a model once. Throws the errors of the `ai` package. */
export async function callModel(
  target: ModelTarget,
  ask: Ask,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const shared = {
    model: languageModel(target),
    instructions: ask.prompt.instructions,
    messages: ask.prompt.messages,
    tools: toolSet(ask.tools),
    maxOutputTokens: ask.maxTokens,
    // `askModel` retries instead, because it honours the provider's hints and the limits that all
    // replicas share.
    maxRetries: 0,
    abortSignal: signal,
    // Strict mode does not support optional fields in a schema.
    providerOptions: { openai: { strictJsonSchema: false }, gateway: { strictJsonSchema: false } },
  }
  const { schema } = ask
  if (schema !== undefined) {
    const output = Output.object({ schema: jsonSchema<unknown>(schema as JSONSchema7) })
    const answered = await generateText({ ...shared, output }).catch((error: unknown) => {
      // The response is paid for, and `complete-model.ts` checks it.
      if (NoObjectGeneratedError.isInstance(error)) return error
      throw error
    })
    const { text = '', finishReason, usage } = answered
    const toolCalls = 'toolCalls' in answered ? answered.toolCalls : []
    return toAnswer({ text, toolCalls, finishReason, usage })
  }
  if (ask.stream === undefined) {
    return toAnswer(await generateText(shared))
  }
  ask.stream.begin()
  const streamed = streamText({ ...shared, onError: () => {} })
  for await (const part of streamed.stream) {
    if (part.type === 'text-delta') ask.stream.take(part.text)
    else if (part.type === 'error') throw part.error
    else if (part.type === 'abort') signal.throwIfAborted()
  }
  return toAnswer({
    text: await streamed.text,
    toolCalls: await streamed.toolCalls,
    finishReason: await streamed.finishReason,
    usage: await streamed.usage,
  })
}

/** Cached because building a model takes as long as the rest of a call. */
const languageModels = new LRUCache<string, LanguageModelV4>({ max: 500, ttl: 60_000 })

function languageModel(target: ModelTarget): LanguageModelV4 {
  const { provider, baseUrl, apiKey, model } = target
  const key = JSON.stringify([provider, baseUrl, apiKey, model])
  const modelForKey = languageModels.get(key) ?? buildModel(target)
  languageModels.set(key, modelForKey)
  return modelForKey
}

function buildModel({ provider, baseUrl: baseURL, apiKey, model }: ModelTarget): LanguageModelV4 {
  if (provider === 'direct')
    return createOpenAI({ baseURL, apiKey, fetch: boundedFetch }).chat(model)
  return createOpenAICompatible({
    name: 'gateway',
    baseURL,
    apiKey,
    fetch: boundedFetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
  }).chatModel(model)
}

// Tools have no `execute`, so a tool call ends the response and the caller runs the tool.
const toolSet = (tools: readonly ModelTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      tool({ description, inputSchema: jsonSchema<unknown>(input as JSONSchema7) }),
    ]),
  )

interface Generated {
  text: string
  toolCalls: readonly { toolCallId: string; toolName: string; input: unknown }[]
  finishReason: FinishReason | undefined
  usage: LanguageModelUsage | undefined
}

function toAnswer({ text, toolCalls, finishReason, usage }: Generated): ModelAnswer {
  const cost = usage?.raw?.['cost']
  return {
    text,
    toolCalls: toolCalls.slice(0, 50).map(({ toolCallId, toolName, input }) => ({
      id: toolCallId.slice(0, 200),
      name: toolName.slice(0, 64),
      input: isRecord(input) ? input : {},
    })),
    finish: toolCalls.length > 0 ? 'tool_calls' : finishReason === 'length' ? 'length' : 'stop',
    isRefused: finishReason === 'content-filter',
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    statedCostUsd: typeof cost === 'number' && cost >= 0 && Number.isFinite(cost) ? cost : null,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
