import { z } from 'zod'

const text = z.string().max(500).optional().catch(undefined)

/** What the list of workflows shows, as its address says it. */
export const WorkflowsSearch = z.object({
  q: text,
  /** Only those in this state. */
  filter: z.enum(['active', 'failed', 'broken']).optional().catch(undefined),
})
export type WorkflowsSearch = z.output<typeof WorkflowsSearch>

/** What the gallery of templates shows, as its address says it. */
export const TemplatesSearch = z.object({
  q: text,
  /** One of `templateGroups`; what is none shows all. */
  group: text,
})
export type TemplatesSearch = z.output<typeof TemplatesSearch>

/** What the canvas of a workflow shows, as its address says it. */
export const CanvasSearch = z.object({
  /** The node in the inspector. */
  node: text,
  /** The run above the graph. */
  run: text,
  /** The list beside the canvas. */
  panel: z.enum(['runs', 'versions', 'try', 'steps']).optional().catch(undefined),
})
export type CanvasSearch = z.output<typeof CanvasSearch>
