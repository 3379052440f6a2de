import { z } from 'zod'
import { named } from '../core/schemas.ts'

/** `gateway`: a router of many models; `direct`: one provider's own API. */
export const modelProviders = ['gateway', 'direct'] as const
export const ModelProvider = z.enum(modelProviders)
export type ModelProvider = z.infer<typeof ModelProvider>

/** The reason for a call, which decides the default model; the first three have a variable for it. */
export const ModelTask = z.enum(['extract_urls', 'analyze_content', 'classify_item', 'agent', 'write'])
export type ModelTask = z.infer<typeof ModelTask>

const count = z.number().int().min(0)

/** The spend of one or several calls; the `usage` of a node run. */
export const ModelUsage = named('ModelUsage', {
  model: z.string(),
  /** A provider of models, or `speech`. */
  provider: z.enum([...modelProviders, 'speech']),
  inputTokens: count,
  outputTokens: count,
  calls: count,
  /** In USD, by the provider's figure or else by the price table; null where neither has a price. */
  costUsd: z.number().min(0).nullable(),
  /** The charged credits; 0 for a channel. */
  credits: count,
})
export type ModelUsage = z.infer<typeof ModelUsage>

/** The sum of two spends; the model and the provider of the later one stay. */
export const addUsage = (before: ModelUsage | null, more: ModelUsage): ModelUsage =>
  before === null
    ? more
    : {
        ...more,
        inputTokens: before.inputTokens + more.inputTokens,
        outputTokens: before.outputTokens + more.outputTokens,
        calls: before.calls + more.calls,
        costUsd: before.costUsd === null || more.costUsd === null ? null : before.costUsd + more.costUsd,
        credits: before.credits + more.credits,
      }

/** The place of a call in a run, for the ledger and for spending limits. */
export const SpendOrigin = z.object({
  workflowId: z.string().max(200).exactOptional(),
  runId: z.string().max(200).exactOptional(),
  /** The node's id in its graph. */
  node: z.string().max(200).exactOptional(),
})
export type SpendOrigin = z.infer<typeof SpendOrigin>
