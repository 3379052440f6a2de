import { PublicCatalogue } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { findLiveBlocks } from '@atrium/site-page'
import type { Deps } from '../deps.ts'
import { readTemplate } from '../templates/instances.ts'
import { sites } from './sites.db.ts'

/**
 * Returns the lists `products` and `events` as they are now, if the template of a site shows them
 * and has no own variable of that name. Throws `unavailable` if invoicing does not respond, because
 * an empty list would look like an organisation that sells nothing.
 */
export async function readLiveBlocks(
  deps: Deps,
  orgId: string,
  siteId: string,
): Promise<Record<string, unknown>> {
  const { instance_id: instanceId } = await sites.get(deps.db, orgId, siteId)
  if (instanceId === null) return {}
  const template = await readTemplate(deps, orgId, instanceId)
  const wanted = findLiveBlocks(template)
  if (wanted.length === 0) return {}
  const catalogue = await callRpc(deps.bus, PublicCatalogue, { orgId })
  return Object.fromEntries(wanted.map((name) => [name, catalogue[name]]))
}
