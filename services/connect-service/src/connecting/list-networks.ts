import {
  type Connectable,
  connectNetworks,
  platformRules,
  platforms,
  roleAtLeast,
} from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'

/**
 * Lists every network with its state. Only operators and the organisation's admins see which
 * variables a dormant network lacks.
 */
export function listNetworks({ providers, missing }: Deps, { principal }: Ctx): Connectable[] {
  const { isAdmin, role, via } = principal
  const seesNames = roleAtLeast(role, 'admin') || (isAdmin && via === 'session')
  return connectNetworks.map((network) => {
    const provider = providers.get(network)
    const platform = platforms.find((each) => each === network)
    return {
      network,
      configured: provider !== undefined,
      missing: provider === undefined && seesNames ? [...(missing.get(network) ?? [])] : [],
      canPublish: provider?.publish !== undefined,
      limits: platform === undefined ? null : platformRules[platform],
    }
  })
}
