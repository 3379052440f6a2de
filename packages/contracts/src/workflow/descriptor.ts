import { z } from 'zod'
import { named } from '../core/schemas.ts'

export const nodeCategories = ['trigger', 'ingest', 'enrich', 'decide', 'act'] as const
export type NodeCategory = (typeof nodeCategories)[number]
export const nodeModes = ['deterministic', 'ai', 'hybrid'] as const
export type NodeMode = (typeof nodeModes)[number]

export const NodeDescriptor = named('WorkflowNodeDescriptor', {
  type: z.string(),
  label: z.string(),
  description: z.string(),
  category: z.enum(nodeCategories),
  mode: z.enum(nodeModes),
  outputs: z.array(z.string()),
  /**
   * A list parameter that adds outputs. Each member names one under `key`. These come before those
   * in `outputs`.
   */
  outputsFrom: z.object({ list: z.string(), key: z.string() }).optional(),
  /** JSON Schema of the parameters. A field may have the format `skill` or `connector`. */
  inputs: z.record(z.string(), z.unknown()),
  /** The keys that the node writes into an item's JSON. */
  emits: z.array(z.string()),
  skillable: z.boolean(),
})
export type NodeDescriptor = z.output<typeof NodeDescriptor>
