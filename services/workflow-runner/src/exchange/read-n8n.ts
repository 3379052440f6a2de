import type { ReadWorkflow } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { validateGraph } from '../engine/index.ts'
import { importN8n } from '../imports-n8n/import-n8n.ts'

/**
 * Translates a workflow of n8n for the organisation's nodes and saves nothing. Throws
 * `workflow_invalid` (422) if the document is not a workflow.
 */
export async function readN8n(
  deps: Deps,
  { principal: { orgId } }: Pick<Ctx, 'principal'>,
  { document }: { document?: unknown },
): Promise<ReadWorkflow> {
  const nodes = await deps.registry.forOrg(orgId)
  const pace = deps.turns(orgId)
  const palette = new Map(nodes.descriptors().map(({ type, label }) => [type, label]))
  return importN8n(document, palette, pace, (graph) => validateGraph(graph, nodes.lookup, pace))
}
