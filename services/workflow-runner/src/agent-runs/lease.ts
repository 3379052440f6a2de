import { createHash, randomBytes } from 'node:crypto'
import type { Agent } from '@atrium/contracts'

export const newLease = (): string => randomBytes(32).toString('base64url')

export const hashOfLease = (lease: string): string => createHash('sha256').update(lease).digest('hex')

/** An agent with its id, which follows from its person, its name and its host. */
export function agentOf(
  { orgId, userId }: { orgId: string; userId: string },
  { name, host }: Omit<Agent, 'id'>,
): Agent {
  const identity = createHash('sha256')
    .update(JSON.stringify([orgId, userId, name, host]))
    .digest('hex')
  return { id: `agt_${identity.slice(0, 32)}`, name, host }
}
