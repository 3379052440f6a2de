import type { Registry } from '../../nodes/registry.ts'
import type { Callable } from './called-runs.db.ts'

/**
 * True if a run acting for this user may start the called workflow. If a step uses its owner's
 * rights, the user must be that owner, or the owner has shared the workflow.
 */
export const mayCall = (
  { usesPersonsRights }: Pick<Registry, 'usesPersonsRights'>,
  called: Pick<Callable, 'ownerId' | 'callableBy' | 'types'>,
  userId: string,
): boolean =>
  called.ownerId === userId ||
  called.callableBy === 'members' ||
  !called.types.some(usesPersonsRights)
