import { commonErrors, type ReadWorkflow } from '@atrium/contracts'
import { maxBodyBytes } from '@atrium/http'
import type { Ctx, Deps } from '../deps.ts'
import { validateGraph } from '../engine/index.ts'
import { importN8n } from '../imports-n8n/import-n8n.ts'

/**
 * Translates a workflow of n8n for the organisation's nodes and saves nothing. Throws
 * `workflow_invalid` (422) if the document is not a workflow, `payload_too_large` (413) if it is
 * larger than a body usually is.
 */
export async function readN8n(
  deps: Deps,
  { principal: { orgId } }: Pick<Ctx, 'principal'>,
  { document }: { document?: unknown },
): Promise<ReadWorkflow> {
  if (Buffer.byteLength(JSON.stringify(document ?? null)) > maxBodyBytes) {
    throw commonErrors.payload_too_large({
      message: 'A workflow of n8n has at most 1 MiB. Split it in n8n first.',
    })
  }
  const nodes = await deps.registry.forOrg(orgId)
  const pace = deps.turns(orgId)
  const palette = new Map(nodes.descriptors().map(({ type, label }) => [type, label]))
  return importN8n(document, palette, pace, (graph) => validateGraph(graph, nodes.lookup, pace))
}
