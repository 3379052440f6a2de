import { IdentityOverview } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { listActivity } from '../activity/list-activity.ts'
import { readUnread } from '../bell/read-bell.ts'
import type { Deps } from '../deps.ts'
import { readViewer } from '../settings/user-settings.ts'
import { countMembers } from './members.db.ts'

const shownAtMost = 12
// Owners see every sign-in, which would hide everything else.
const readAtMost = 50

/** Returns what Home shows of this service. Sign-ins are left out of the activity. */
export const identityOverview = (deps: Pick<Deps, 'db'>): RpcHandler =>
  rpcHandler(IdentityOverview, async (principal) => {
    const [{ items }, members, unread, viewer] = await Promise.all([
      listActivity(deps, { principal }, { limit: readAtMost }),
      countMembers(deps.db, principal.orgId),
      readUnread(deps.db, principal),
      readViewer(deps, principal),
    ])
    const shown = items.filter(({ kind }) => kind !== 'session.signed_in')
    return {
      activity: shown.slice(0, shownAtMost),
      members,
      viewer: viewer && { ...viewer, unread },
    }
  })
