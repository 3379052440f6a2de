import { z } from 'zod'
import { missingField, missingOrg } from '../engine/index.ts'

/** The parameter with the channel that a node reads; the inspector shows a picker. */
export const connector = (about: string) =>
  z.string().min(1).max(200).meta({ format: 'connector' }).describe(about)

/** The account that a node reads for the person of its run. Throws `NodeError`. */
export function readTargetOf(
  { orgId, userId }: { orgId: string | null; userId: string },
  channelId: string,
): { orgId: string; actorId: string; channelId: string } {
  if (orgId === null) throw missingOrg()
  if (channelId === '') throw missingField('connector')
  return { orgId, actorId: userId, channelId }
}
