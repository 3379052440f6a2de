import { hash, randomBytes } from 'node:crypto'
import type { Agent } from '@atrium/contracts'

export const newLease = (): string => randomBytes(32).toString('base64url')

export const hashOfLease = (lease: string): string => hash('sha256', lease)

/** Derives the agent's id from its user, name and host. */
export function toAgent(
  { orgId, userId }: { orgId: string; userId: string },
  { name, host }: Omit<Agent, 'id'>,
): Agent {
  const identity = hash('sha256', JSON.stringify([orgId, userId, name, host]))
  return { id: `agt_${identity.slice(0, 32)}`, name, host }
}
