import { z } from 'zod'
import { missingField } from '../engine/index.ts'

export const connector = (about: string) =>
  z.string().min(1).max(200).meta({ format: 'connector' }).describe(about)

export type ReadTarget = Record<'orgId' | 'actorId' | 'channelId', string>
/**
 * Returns the account to read, with the rights of the run's user. Throws `NodeError` if the channel
 * id is empty.
 */
export function toReadTarget(
  { orgId, userId }: { orgId: string; userId: string },
  channelId: string,
): ReadTarget {
  if (channelId === '') throw missingField('connector')
  return { orgId, actorId: userId, channelId }
}
