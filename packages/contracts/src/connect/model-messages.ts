import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import {
  failedModelCall,
  JsonSchema,
  longestModelAnswer,
  longestPrompt,
  ModelFailure,
  ModelMessage,
  ModelTool,
  ModelToolCall,
} from './model-call.ts'
import { ModelProvider, ModelTask, ModelUsage, SpendOrigin } from './model-usage.ts'

/** The longest call of a model, in milliseconds; less than the time limit of the RPC. */
export const longestModelCallMs = 110_000

/** The subject of a stream of tokens, inside the platform's namespace. The caller picks the last word by chance. */
export const tokenStream = 'live.model.*'
export const TokenStreamName = z.string().regex(/^[A-Za-z0-9_-]{16,80}$/)

/** A message of a stream of tokens; the last one has `end`. The answer of the call counts, a stream may lose parts. */
export const TokenPart = z.object({ at: z.number().int(), text: z.string(), end: z.boolean() })
export type TokenPart = z.infer<typeof TokenPart>

/** The choice of a model: the channel, else the person's only one, else the operator's managed model. */
const ModelChoice = z.object({ channelId: z.string().min(1).max(2_048).exactOptional() })

export const CompleteModel = defineRpc({
  subject: 'connect.complete-model',
  description:
    'Asks a language model for a person, once for an `idempotencyKey`: the same key answers the first completed call again',
  input: z
    .object({
      orgId: z.string(),
      /** The person who acts: channels and credits are theirs. */
      userId: z.string(),
      task: ModelTask,
      /** The id or URI of a channel of network `model`; the person's own, or shared with the org. */
      choice: ModelChoice.default({}),
      /** The instructions; holds no text from outside. */
      system: z.string().max(50_000),
      messages: z.array(ModelMessage).min(1).max(200),
      /** The JSON schema of the answer, which is checked and asked for once more with the error. */
      schema: JsonSchema.exactOptional(),
      tools: z.array(ModelTool).max(20).default([]),
      maxTokens: z.number().int().min(1).max(32_000).default(2_000),
      /** For all attempts together. */
      timeoutMs: z.number().int().min(100).max(longestModelCallMs).default(60_000),
      idempotencyKey: z.string().min(1).max(300),
      origin: SpendOrigin.default({}),
      /** Tokens are also published to `live.model.<streamTo>`, as `TokenPart`. */
      streamTo: TokenStreamName.exactOptional(),
    })
    .refine((call) => JSON.stringify(call.messages).length <= longestPrompt, {
      error: `The messages of a call have at most ${longestPrompt} characters`,
      path: ['messages'],
    }),
  output: z.discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('completed'),
      text: z.string().max(longestModelAnswer),
      /** With a schema: the value that matches it. */
      object: z.unknown().optional(),
      toolCalls: z.array(ModelToolCall),
      /** `length`: the limit of tokens cut the answer. */
      finish: z.enum(['stop', 'length', 'tool_calls']),
      usage: ModelUsage,
      model: z.string(),
      /** `platform`: the operator's `LLM_PROVIDER`, for the three tasks that have a variable in a chain of the platform. */
      via: z.enum(['channel', 'managed', 'platform']),
      channelId: z.string().exactOptional(),
    }),
    failedModelCall,
  ]),
  timeoutMs: 120_000,
})
export type CompleteModelInput = z.output<typeof CompleteModel.input>
export type ModelOutcome = z.output<typeof CompleteModel.output>

export const ModelStatus = defineRpc({
  subject: 'connect.model-status',
  description: 'The model that a person’s call of a task would take, and what the operator has set up',
  input: z.object({
    /** Without a person: what the operator has set up alone. */
    person: z.object({ orgId: z.string(), userId: z.string() }).exactOptional(),
    /** With it, `channels` is about this organisation alone. */
    orgId: z.string().exactOptional(),
    task: ModelTask.default('analyze_content'),
    choice: ModelChoice.default({}),
    origin: SpendOrigin.default({}),
  }),
  output: z.object({
    /** The provider of `LLM_PROVIDER` whose key is set. */
    platform: z.enum(['gateway', 'direct', 'none']),
    /** Whether a managed model answers against credits. */
    managed: z.boolean(),
    speech: z.boolean(),
    /** Whether anybody, or with `orgId` anybody of the organisation, has an active channel of a model. */
    channels: z.boolean(),
    /** Null without a person, or where the call would fail. */
    chosen: z
      .object({
        via: z.enum(['channel', 'managed', 'platform']),
        provider: ModelProvider,
        model: z.string(),
        channelId: z.string().exactOptional(),
        /** USD for a million tokens; null for an unknown price. */
        price: z.object({ inputUsd: z.number(), outputUsd: z.number() }).nullable(),
        /** Credits for one USD; 0 where nothing is charged. */
        creditsPerUsd: z.number(),
      })
      .nullable(),
    failure: ModelFailure.nullable(),
  }),
})
export type ModelStatusOutput = z.output<typeof ModelStatus.output>
