import type { Platform } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { hasCommented } from './posts.db.ts'

/** Whether a post of the org for a network has a first comment, or puts its link into one. */
export const usesComments = async (
  deps: Deps,
  orgId: string,
  platform: Platform,
): Promise<{ used: boolean }> => ({ used: await hasCommented(deps.db, orgId, platform) })
