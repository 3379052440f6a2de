import { ModelStatus, type WorkflowGraph, type WorkflowWarning } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { WorkflowRow } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'

/** The limit of accounts to check, because a graph may name thousands. */
const mostChannels = 20
const shownNames = 3

/**
 * Returns the steps without a language model if the caller runs the workflow. Returns none if the
 * connect service does not respond.
 */
export async function findModelWarnings(
  { bus, registry }: Pick<Deps, 'bus' | 'registry'>,
  { orgId, userId }: Pick<Ctx['principal'], 'orgId' | 'userId'>,
  row: Pick<WorkflowRow, 'id' | 'graph'>,
): Promise<WorkflowWarning[]> {
  // A row may hold anything.
  const { nodes = [] }: Partial<WorkflowGraph> = row.graph
  const asking = nodes.filter(({ type }) => registry.needsModel(type))
  const byChannel = Map.groupBy(asking, ({ params }) => {
    const model = params['model']
    return typeof model === 'string' && model !== '' && !model.includes('{{') ? model : ''
  })
  const found = await Promise.all(
    [...byChannel]
      .slice(0, mostChannels)
      .map(async ([channelId, steps]): Promise<WorkflowWarning[]> => {
        const choice = channelId === '' ? {} : { channelId: channelId.slice(0, 2_048) }
        const asked = { person: { orgId, userId }, choice, origin: { workflowId: row.id } }
        const status = await callRpc(bus, ModelStatus, asked).catch(() => undefined)
        if (status === undefined || status.chosen !== null) return []
        const names = steps.slice(0, shownNames).map(({ name }) => `"${name}"`)
        const more = steps.length > shownNames ? ` and ${steps.length - shownNames} more` : ''
        const reason = status.failure?.message ?? 'No language model is connected'
        const message = `${names.join(', ')}${more} will stop at the first item: ${reason}`
        return [
          { code: 'no_model', message, fix: { label: 'Connect an AI account', href: '/channels' } },
        ]
      }),
  )
  return found.flat()
}
