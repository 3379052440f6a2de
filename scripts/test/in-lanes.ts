/** Work that takes some of the lanes of a run while it lasts. */
interface LaneWork<R> {
  readonly lanes: number
  start(): Promise<R>
}

/**
 * Starts each work, in turn, as soon as as many lanes are free as it takes; the answers are in the order of the works.
 * A work that takes more lanes than there are has all of them. Rejects once with the first failure.
 */
export async function inLanes<R>(lanes: number, works: readonly LaneWork<R>[]): Promise<R[]> {
  let free = lanes
  const running = new Set<Promise<void>>()
  const answers: Array<Promise<R>> = []
  for (const work of works) {
    const taken = Math.min(work.lanes, lanes)
    while (free < taken) await Promise.race(running)
    free -= taken
    const answer = work.start()
    answers.push(answer)
    const ended: Promise<void> = answer
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        free += taken
        running.delete(ended)
      })
    running.add(ended)
  }
  return Promise.all(answers)
}
