import { z } from 'zod'
import { named } from '../core/schemas.ts'
import { EmittedField } from './fields.ts'

export const nodeCategories = ['trigger', 'ingest', 'enrich', 'decide', 'act'] as const
export type NodeCategory = (typeof nodeCategories)[number]
export const nodeModes = ['deterministic', 'ai', 'hybrid'] as const
export type NodeMode = (typeof nodeModes)[number]

export const NodeDescriptor = named('WorkflowNodeDescriptor', {
  type: z.string().describe('The type that nodes in a graph refer to.'),
  label: z.string().describe('The display name.'),
  description: z.string().describe('What the node does.'),
  category: z.enum(nodeCategories).describe('The palette’s section for the node.'),
  mode: z
    .enum(nodeModes)
    .describe(
      '`ai` asks a language model, `hybrid` asks one only if it has to, and `deterministic` never does.',
    ),
  outputs: z.array(z.string()).describe('The names of the fixed outputs.'),
  outputsFrom: z
    .object({
      list: z.string().describe('The list parameter’s name.'),
      key: z.string().describe('The field that names the output in each member of the list.'),
    })
    .optional()
    .describe('A list parameter that adds outputs. They come before those in `outputs`.'),
  inputs: z
    .record(z.string(), z.unknown())
    .describe(
      'The JSON Schema of the parameters. A field may have the format `skill`, `connector` or `member` (an email address).',
    ),
  emits: z.array(EmittedField).describe('The fields that the node writes into an item’s `json`.'),
  keywords: z
    .array(z.string())
    .describe('Other words that people search for when they mean this node.'),
  skillable: z.boolean().describe('True if the node takes a skill.'),
})
export type NodeDescriptor = z.output<typeof NodeDescriptor>
