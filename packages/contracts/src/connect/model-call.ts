import { z } from 'zod'
import { WorkflowFix } from '../workflow/run.ts'
import { ModelUsage } from './model-usage.ts'

/** Characters of all texts of a call together, so that it fits into one message of the bus. */
export const longestPrompt = 200_000
/** The longest answer of a model that is read, in characters. */
export const longestModelAnswer = 200_000

/** A part of a message: `text` is the caller's own, `data` comes from outside and is marked as such. */
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

/** The results of tools count as data. */
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

/** The cause of a failed call. The first five hold for every item of a node; two pass, two are of the prompt. */
export const modelFailures = [
  /** The operator has not set up what the call needs. */
  'not_configured',
  /** Neither a channel nor a managed model. */
  'no_model',
  'credits_exhausted',
  /** Of the workflow or of the month. */
  'spending_limit',
  /** The provider does not take the key of the channel or of the operator. */
  'key_refused',
  'rate_limited',
  /** The provider is away, fails, or does not answer in time. */
  'unavailable',
  /** The provider or the model refuses the request. */
  'provider_refused',
  /** The answer did not match the schema, twice. */
  'invalid_output',
] as const
export type ModelFailureClass = (typeof modelFailures)[number]

export const ModelFailure = z.object({
  class: z.enum(modelFailures),
  /** In the provider's words where it gave any; holds no credential. */
  message: z.string(),
  fix: WorkflowFix.nullable(),
  /** For `rate_limited` and `unavailable`: seconds. */
  retryAfterSeconds: z.number().int().min(1).exactOptional(),
})
export type ModelFailure = z.infer<typeof ModelFailure>

/** A failed call; `usage` is the spend until then, null without any. */
export const failedModelCall = z.object({
  outcome: z.literal('failed'),
  failure: ModelFailure,
  usage: ModelUsage.nullable(),
})

/** Whether a failure holds for every item of a node, which then halts. */
export const failsEveryItem = ({ class: kind }: ModelFailure): boolean =>
  kind === 'not_configured' ||
  kind === 'no_model' ||
  kind === 'credits_exhausted' ||
  kind === 'spending_limit' ||
  kind === 'key_refused'
