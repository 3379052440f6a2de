import type { Registry } from '../../nodes/registry.ts'
import type { Callable } from './called-runs.db.ts'

/**
 * True if a run that acts for this user may start the called workflow. A step that uses a person's
 * rights needs the same owner, or the owner has shared the workflow.
 */
export const mayCall = (
  { usesPersonsRights }: Pick<Registry, 'usesPersonsRights'>,
  called: Pick<Callable, 'ownerId' | 'callableBy' | 'types'>,
  userId: string,
): boolean =>
  called.ownerId === userId ||
  called.callableBy === 'members' ||
  !called.types.some(usesPersonsRights)
