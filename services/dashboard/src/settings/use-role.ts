import type { Me } from '@atrium/contracts'
import { useMe } from '../platform/session/me.ts'

type Org = NonNullable<Me['org']>

/** Returns the active organisation and the user's rights in it. */
export function useRole(): { org: Org; isOwner: boolean; isAdmin: boolean } {
  const { org } = useMe()
  if (org === null) throw new Error('No organisation is active')
  return { org, isOwner: org.role === 'owner', isAdmin: org.role !== 'member' }
}
