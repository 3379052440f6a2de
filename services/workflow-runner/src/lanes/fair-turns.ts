export interface LaneHead {
  lane: string
  /** The priority of the lane's first run. 0 comes before 1. */
  priority: number
  /** The lane's first run. Ids sort by age. */
  runId: string
}

/**
 * Schedules lanes by start-time fair queueing. Each run costs its lane a unit of virtual time, an
 * idle lane starts at the present, and the lane furthest behind goes first. Slots are never
 * preempted. Therefore a lane gets another slot only if as many slots stay free as the lane then
 * holds.
 */
export function createFairTurns() {
  const used = new Map<string, number>()
  let present = 0
  const findTurn = (lane: string): number => Math.max(used.get(lane) ?? 0, present)

  return {
    /**
     * Spreads `free` slots over the lanes. Returns the number of slots by lane, in service order.
     */
    choose(heads: readonly LaneHead[], free: number, held: (lane: string) => number = () => 0) {
      const chosen = new Map<string, number>()
      const waiting = heads.map((head) => ({
        head,
        turn: findTurn(head.lane),
        served: 0,
        held: held(head.lane),
      }))
      for (let left = free; left > 0; left -= 1) {
        const next = waiting
          .filter(({ held }) => held === 0 || held + 1 < left)
          .reduce<Waiting | undefined>(
            (best, each) => (best && before(best, each) ? best : each),
            undefined,
          )
        if (next === undefined) break
        next.turn += 1
        next.served += 1
        next.held += 1
        chosen.set(next.head.lane, next.served)
      }
      return chosen
    },
    /** Records service to a lane. Forgets a lane unless it is ahead of the present. */
    served(lane: string, count: number): void {
      const turn = findTurn(lane)
      used.set(lane, turn + count)
      present = Math.max(present, turn)
      if (used.size < 64) return
      for (const [known, value] of used) if (value <= present) used.delete(known)
    },
    size: () => used.size,
  }
}

interface Waiting {
  head: LaneHead
  turn: number
  served: number
  held: number
}

function before(a: Waiting, b: Waiting): boolean {
  if (a.turn !== b.turn) return a.turn < b.turn
  // Only the first run of each lane is available here.
  const [urgencyA, urgencyB] = [
    a.served === 0 ? a.head.priority : 1,
    b.served === 0 ? b.head.priority : 1,
  ]
  if (urgencyA !== urgencyB) return urgencyA < urgencyB
  return a.head.runId < b.head.runId
}
