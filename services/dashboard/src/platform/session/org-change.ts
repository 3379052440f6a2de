export interface Named {
  readonly name: string
}

/**
 * Called when the session changes its organisation. `now` is null if it has none, or if another
 * user has signed in.
 */
export const onOtherOrg = new Set<(former: Named, now: Named | null) => void>()

const pending = new Set<() => Promise<void>>()

/**
 * Work to send before the session leaves its organisation, for example a deletion with an open
 * undo.
 */
export const beforeLeaving = {
  add: (work: () => Promise<void>): void => void pending.add(work),
  delete: (work: () => Promise<void>): void => void pending.delete(work),
  /** Runs all pending work. Each work reports its own failures. */
  async settle(): Promise<void> {
    const works = [...pending]
    pending.clear()
    await Promise.allSettled(works.map((work) => work()))
  },
}
