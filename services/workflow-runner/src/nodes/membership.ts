import { PassingError } from '../engine/index.ts'
import type { ContextOf } from './define-node.ts'

/**
 * Throws `PassingError` if the run's user has left the organisation, because their workflows must
 * not read or change its data any more.
 */
export async function requireMembershipOfRun({
  orgId,
  userId,
  ports,
  signal,
}: Pick<ContextOf<'org'>, 'orgId' | 'userId' | 'ports' | 'signal'>): Promise<void> {
  const { role } = await ports.roleOf({ orgId, userId }, signal)
  if (role !== null) return
  throw new PassingError('The person this run acts for is no longer a member of the organisation.')
}
