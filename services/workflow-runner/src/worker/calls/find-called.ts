import type { Callable } from './called-runs.db.ts'

/** Re-exported because a failed run starts another workflow under the rules of a call. */
export { type Callable, findCallable } from './called-runs.db.ts'

/** True if a run acting for this user may start the called workflow. */
export const mayCall = (
  { ownerId, callableBy }: Pick<Callable, 'ownerId' | 'callableBy'>,
  userId: string,
): boolean => ownerId === userId || callableBy === 'members'
