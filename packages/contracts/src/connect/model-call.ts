import { z } from 'zod'
import { WorkflowFix } from '../workflow/run.ts'
import { ModelUsage } from './model-usage.ts'

/** The limit for a call's texts together, in characters, so a call fits into one bus message. */
export const longestPrompt = 200_000
/** The limit for a model's response in characters. */
export const longestModelAnswer = 200_000

/**
 * A message part. `text` comes from the caller. `data` comes from outside and is marked as data.
 */
export const ModelPart = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ data: z.string(), source: z.string().max(200) }),
])
export type ModelPart = z.infer<typeof ModelPart>

export const ModelToolCall = z.object({
  id: z.string().min(1).max(200),
  name: z.string().min(1).max(64),
  input: z.record(z.string(), z.unknown()),
})
export type ModelToolCall = z.infer<typeof ModelToolCall>

/** Tool results count as data. */
export const ModelMessage = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), content: z.array(ModelPart).min(1).max(200) }),
  z.object({
    role: z.literal('assistant'),
    text: z.string(),
    toolCalls: z.array(ModelToolCall).max(50).default([]),
  }),
  z.object({
    role: z.literal('tool'),
    toolCallId: z.string().min(1).max(200),
    name: z.string().min(1).max(64),
    result: z.string(),
  }),
])
export type ModelMessage = z.output<typeof ModelMessage>

export const JsonSchema = z.record(z.string(), z.unknown())

export const ModelTool = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  description: z.string().max(2_000),
  input: JsonSchema,
})
export type ModelTool = z.infer<typeof ModelTool>

/**
 * Why a call failed. The first five concern every item in a node. Two are temporary, and two
 * concern the prompt.
 */
export const modelFailures = [
  /** The operator has not configured what the call needs. */
  'not_configured',
  /** There is neither a channel nor a managed model. */
  'no_model',
  'credits_exhausted',
  /** The workflow's or the month's limit is reached. */
  'spending_limit',
  /** The provider rejects the channel's or the operator's key. */
  'key_refused',
  'rate_limited',
  /** The provider is unreachable, fails or times out. */
  'unavailable',
  /** The provider or model rejects the request. */
  'provider_refused',
  /** The response failed the schema twice. */
  'invalid_output',
] as const
export type ModelFailureClass = (typeof modelFailures)[number]

export const ModelFailure = z.object({
  class: z.enum(modelFailures),
  /** The provider's message if there is one. Contains no credential. */
  message: z.string(),
  fix: WorkflowFix.nullable(),
  /** Seconds to wait, for `rate_limited` and `unavailable`. */
  retryAfterSeconds: z.number().int().min(1).exactOptional(),
})
export type ModelFailure = z.infer<typeof ModelFailure>

/** A failed call. `usage` is what was spent until then, or null if nothing was. */
export const failedModelCall = z.object({
  outcome: z.literal('failed'),
  failure: ModelFailure,
  usage: ModelUsage.nullable(),
})

/** Returns true if the failure concerns every item in a node. The node then stops. */
export const failsEveryItem = ({ class: kind }: ModelFailure): boolean =>
  kind === 'not_configured' ||
  kind === 'no_model' ||
  kind === 'credits_exhausted' ||
  kind === 'spending_limit' ||
  kind === 'key_refused'
