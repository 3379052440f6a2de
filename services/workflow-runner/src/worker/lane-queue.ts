/** What waits, by lane; the lanes take turns, so that what one of them floods delays another by one turn. */
export interface LaneQueue<T> {
  push(lane: string, value: T): void
  /** The first of the lane whose turn it is; undefined when nothing waits. */
  take(): T | undefined
}

export function createLaneQueue<T>(): LaneQueue<T> {
  const lanes = new Map<string, T[]>()
  return {
    push(lane, value) {
      const waiting = lanes.get(lane)
      if (waiting === undefined) lanes.set(lane, [value])
      else waiting.push(value)
    },
    take() {
      for (const [lane, waiting] of lanes) {
        const value = waiting.shift()
        lanes.delete(lane)
        if (waiting.length > 0) lanes.set(lane, waiting)
        return value
      }
      return undefined
    },
  }
}
