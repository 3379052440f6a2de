import { type ApprovedCard, PublishSweepStatus } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'

/** What may keep an approved post from going out. A runner that does not answer is no reason to warn. */
export async function approvalWarnings(deps: Deps, orgId: string): Promise<ApprovedCard['warnings']> {
  const sweep = await callRpc(deps.bus, PublishSweepStatus, { orgId }).catch((error: unknown) => {
    deps.logger.warn({ err: error, org: orgId }, 'nobody says whether a workflow publishes')
    return undefined
  })
  if (sweep === undefined || sweep.active) return []
  return [
    {
      code: 'no_publish_sweep',
      message: 'No active workflow of the organisation publishes posts, so this one stays where it is',
      fix: 'Activate a workflow from the template "Publish scheduled posts", or publish the post now',
    },
  ]
}
