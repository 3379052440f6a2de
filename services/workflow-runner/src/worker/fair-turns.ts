export interface LaneHead {
  lane: string
  /** Of its first run: 0 before 1. */
  priority: number
  /** Of its first run; ids sort by age. */
  runId: string
}

/**
 * Whose turn it is: start-time fair queueing over lanes. A lane that was served has used a unit of virtual
 * time, one that was idle starts at the present; the lane furthest behind goes first, then the more urgent,
 * then the older run. One lane with 10,000 runs so delays another one's single run by nothing.
 *
 * Slots are not taken back from slow work, so some are left for the lane that comes next: beyond its first one, a
 * lane gets a slot only if as many stay free as it then holds. One lane alone so holds at most half of them.
 */
export function createFairTurns() {
  const used = new Map<string, number>()
  let present = 0
  const turnOf = (lane: string): number => Math.max(used.get(lane) ?? 0, present)

  return {
    /**
     * Spreads `free` slots over the lanes, which hold what `held` says already; a lane may get several, or none. The
     * order of the answer is that of service.
     */
    choose(
      heads: readonly LaneHead[],
      free: number,
      held: (lane: string) => number = () => 0,
    ): Map<string, number> {
      const chosen = new Map<string, number>()
      const waiting = heads.map((head) => ({
        head,
        turn: turnOf(head.lane),
        served: 0,
        held: held(head.lane),
      }))
      for (let left = free; left > 0; left -= 1) {
        const next = waiting
          .filter(({ held }) => held === 0 || held + 1 < left)
          .reduce<Waiting | undefined>((best, each) => (best && before(best, each) ? best : each), undefined)
        if (next === undefined) break
        next.turn += 1
        next.served += 1
        next.held += 1
        chosen.set(next.head.lane, next.served)
      }
      return chosen
    },
    /** Notes that a lane was served; what is not ahead of the present is forgotten. */
    served(lane: string, count: number): void {
      const turn = turnOf(lane)
      used.set(lane, turn + count)
      present = Math.max(present, turn)
      if (used.size < 64) return
      for (const [known, value] of used) if (value <= present) used.delete(known)
    },
    /** Lanes that are remembered; stays small. */
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
  // Only a lane's first run is known to be urgent.
  const [urgencyA, urgencyB] = [a.served === 0 ? a.head.priority : 1, b.served === 0 ? b.head.priority : 1]
  if (urgencyA !== urgencyB) return urgencyA < urgencyB
  return a.head.runId < b.head.runId
}
