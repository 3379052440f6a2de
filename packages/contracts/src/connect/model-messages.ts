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

/** The timeout of a model call in milliseconds, shorter than the RPC timeout. */
export const longestModelCallMs = 110_000

/**
 * The subject pattern for token streams inside the platform's namespace. The caller chooses a
 * random last word.
 */
export const tokenStream = 'live.model.*'
export const TokenStreamName = z.string().regex(/^[A-Za-z0-9_-]{16,80}$/)

/**
 * A token stream's message. The last message has `end`. The call's response is authoritative
 * because a stream may lose parts.
 */
export const TokenPart = z.object({ at: z.number().int(), text: z.string(), end: z.boolean() })
export type TokenPart = z.infer<typeof TokenPart>

/**
 * Which model to use: this channel, otherwise the user's only channel, otherwise the operator's
 * managed model.
 */
const ModelChoice = z.object({ channelId: z.string().min(1).max(2_048).exactOptional() })

export const CompleteModel = defineRpc({
  subject: 'connect.complete-model',
  description:
    'Asks a language model for a person, once for an `idempotencyKey`: the same key answers the first completed call again',
  input: z
    .object({
      orgId: z.string(),
      /** The acting user, owner of the channels and credits. */
      userId: z.string(),
      task: ModelTask,
      /**
       * The id or URI of a `model` channel. It belongs to the user or is shared with the
       * organisation.
       */
      choice: ModelChoice.default({}),
      /** The instructions. Must hold no text from outside. */
      system: z.string().max(50_000),
      messages: z.array(ModelMessage).min(1).max(200),
      /**
       * The response's JSON schema. If the response does not match, the request is sent again with
       * the error.
       */
      schema: JsonSchema.exactOptional(),
      tools: z.array(ModelTool).max(20).default([]),
      maxTokens: z.number().int().min(1).max(32_000).default(2_000),
      /** The timeout for all attempts together, in milliseconds. */
      timeoutMs: z.number().int().min(100).max(longestModelCallMs).default(60_000),
      idempotencyKey: z.string().min(1).max(300),
      origin: SpendOrigin.default({}),
      /** Also publishes tokens to `live.model.<streamTo>` as `TokenPart`. */
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
      /** The matching value if a schema was given. */
      object: z.unknown().optional(),
      toolCalls: z.array(ModelToolCall),
      /** `length` means that the token limit cut the response. */
      finish: z.enum(['stop', 'length', 'tool_calls']),
      usage: ModelUsage,
      model: z.string(),
      /**
       * `platform` is the operator's `LLM_PROVIDER`, for the three tasks with their own variable.
       */
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
  description:
    'The model that a person’s call of a task would take, and what the operator has set up',
  input: z.object({
    /** Without a user, only the operator's setup counts. */
    person: z.object({ orgId: z.string(), userId: z.string() }).exactOptional(),
    /** If given, `channels` covers only this organisation. */
    orgId: z.string().exactOptional(),
    task: ModelTask.default('analyze_content'),
    choice: ModelChoice.default({}),
    origin: SpendOrigin.default({}),
  }),
  output: z.object({
    /** The `LLM_PROVIDER` with a key. */
    platform: z.enum(['gateway', 'direct', 'none']),
    /** True if a managed model is available for credits. */
    managed: z.boolean(),
    speech: z.boolean(),
    /**
     * True if any user, or with `orgId` any member of the organisation, has an active model
     * channel.
     */
    channels: z.boolean(),
    /** Null without a user, or if the call would fail. */
    chosen: z
      .object({
        via: z.enum(['channel', 'managed', 'platform']),
        provider: ModelProvider,
        model: z.string(),
        channelId: z.string().exactOptional(),
        /** USD per million tokens. Null if the price is unknown. */
        price: z.object({ inputUsd: z.number(), outputUsd: z.number() }).nullable(),
        /** Credits per USD. 0 if nothing is charged. */
        creditsPerUsd: z.number(),
      })
      .nullable(),
    failure: ModelFailure.nullable(),
  }),
})
export type ModelStatusOutput = z.output<typeof ModelStatus.output>
