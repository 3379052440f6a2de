import { z } from 'zod'
import { named } from '../core/schemas.ts'

/** `gateway` routes to many models, and `direct` is one provider's API. */
export const modelProviders = ['gateway', 'direct'] as const
export const ModelProvider = z.enum(modelProviders)
export type ModelProvider = z.infer<typeof ModelProvider>

/** A call's purpose decides the default model. The first three have a variable. */
export const ModelTask = z.enum([
  'extract_urls',
  'analyze_content',
  'classify_item',
  'agent',
  'write',
])
export type ModelTask = z.infer<typeof ModelTask>

const count = z.number().int().min(0)

/** What one or several calls spent. A node run's `usage`. */
export const ModelUsage = named('ModelUsage', {
  model: z.string(),
  /** A model provider, or `speech`. */
  provider: z.enum([...modelProviders, 'speech']),
  inputTokens: count,
  outputTokens: count,
  calls: count,
  /** Cost in USD: the provider's figure, or else the price table. Null if neither has a price. */
  costUsd: z.number().min(0).nullable(),
  /** The charged credits. 0 if a channel was used. */
  credits: count,
})
export type ModelUsage = z.infer<typeof ModelUsage>

/** Adds two spends. The later spend's model and provider win. */
export const addUsage = (before: ModelUsage | null, more: ModelUsage): ModelUsage =>
  before === null
    ? more
    : {
        ...more,
        inputTokens: before.inputTokens + more.inputTokens,
        outputTokens: before.outputTokens + more.outputTokens,
        calls: before.calls + more.calls,
        costUsd:
          before.costUsd === null || more.costUsd === null ? null : before.costUsd + more.costUsd,
        credits: before.credits + more.credits,
      }

/** Where in a run a call happened, for the ledger and spending limits. */
export const SpendOrigin = z.object({
  workflowId: z.string().max(200).exactOptional(),
  runId: z.string().max(200).exactOptional(),
  node: z.string().max(200).exactOptional(),
})
export type SpendOrigin = z.infer<typeof SpendOrigin>
