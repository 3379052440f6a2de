import { z } from 'zod'

const text = z.string().max(500).optional().catch(undefined)

export const WorkflowsSearch = z.object({
  q: text,
  filter: z.enum(['active', 'failed', 'broken']).optional().catch(undefined),
  /** An empty text shows the workflows without a folder. */
  folder: text,
  tag: text,
})
export type WorkflowsSearch = z.output<typeof WorkflowsSearch>

export const TemplatesSearch = z.object({
  q: text,
  /** One of `templateGroups`. Any other value shows all groups. */
  group: text,
})
export type TemplatesSearch = z.output<typeof TemplatesSearch>

export const canvasPanels = [
  'settings',
  'try',
  'runs',
  'versions',
  'failure',
  'waiting',
  'steps',
] as const
export type CanvasPanel = (typeof canvasPanels)[number]

export const CanvasSearch = z.object({
  node: text,
  run: text,
  /** The open panel. If it is not set, a selected step opens its settings. */
  panel: z.enum(canvasPanels).optional().catch(undefined),
})
export type CanvasSearch = z.output<typeof CanvasSearch>
