/**
 * Creates a queue per lane. Lanes take turns, so a flooded lane delays another one by a single
 * turn.
 */
export function createLaneQueue<T>() {
  const lanes = new Map<string, T[]>()
  let size = 0
  return {
    /** Returns the number of waiting values, in total and for one lane. */
    waiting: (lane: string): { all: number; lane: number } => ({
      all: size,
      lane: lanes.get(lane)?.length ?? 0,
    }),
    push(lane: string, value: T): void {
      size += 1
      const waiting = lanes.get(lane)
      if (waiting === undefined) lanes.set(lane, [value])
      else waiting.push(value)
    },
    /** Returns the first value of the next lane that is not busy, or undefined if there is none. */
    take(isBusy: (lane: string) => boolean = () => false): T | undefined {
      for (const [lane, waiting] of lanes) {
        if (isBusy(lane)) continue
        const value = waiting.shift()
        size -= 1
        lanes.delete(lane)
        if (waiting.length > 0) lanes.set(lane, waiting)
        return value
      }
      return undefined
    },
  }
}
