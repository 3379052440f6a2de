/** The started parts. They stop in reverse order. */
export type UndoStack = {
  readonly add: (what: string, stop: () => Promise<void>) => void
  /** Stops everything once. A failed step is reported and does not prevent the others. */
  readonly unwind: () => Promise<void>
}

export function createUndoStack(report: (line: string) => void): UndoStack {
  const steps: { what: string; stop: () => Promise<void> }[] = []
  let unwinding: Promise<void> | undefined
  const run = async () => {
    // If a running start adds a step in the meantime, that step is stopped as well.
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const { what, stop } = step
      await stop().catch((error: unknown) => report(`stopping ${what} failed: ${String(error)}`))
    }
  }
  return {
    add: (what, stop) => void steps.push({ what, stop }),
    unwind: () => {
      unwinding ??= run()
      return unwinding
    },
  }
}
