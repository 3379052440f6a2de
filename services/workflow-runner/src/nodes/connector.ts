import { z } from 'zod'
import { missingField } from '../engine/index.ts'

export const connector = (about: string) =>
  z.string().min(1).max(200).meta({ format: 'connector' }).describe(about)

export type ReadTarget = Record<'orgId' | 'actorId' | 'channelId', string>
/** The account that a node reads for the person of its run. Throws `NodeError`. */
export function toReadTarget(
  { orgId, userId }: { orgId: string; userId: string },
  channelId: string,
): ReadTarget {
  if (channelId === '') throw missingField('connector')
  return { orgId, actorId: userId, channelId }
}
