import type { OrgPrincipal } from '@atrium/contracts'
import { answer, type Exchange } from '@atrium/http'
import type { Deps } from '../deps.ts'
import { keyOf } from '../read/handle-read.ts'
import { deleteAsset } from './delete-asset.ts'

/** `DELETE /api/assets/:org/:visibility/:key`, and every other path below `/api/assets/`. */
export async function handleDelete(deps: Deps, exchange: Exchange, principal: OrgPrincipal): Promise<void> {
  await deleteAsset(deps, { principal }, keyOf(exchange.request))
  answer(exchange, 204, ['cache-control', 'no-store'])
}
