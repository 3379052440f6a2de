import type { WorkflowItem } from '@atrium/contracts'
import { runLimits } from './limits.ts'
import { NodeError } from './node-error.ts'
import type { Pace } from './pace.ts'
import { startWeighing, weighOn } from './weigh.ts'

const stepsAtOnce = 256
const words = new Intl.NumberFormat('en')

/** What a run carries so far. */
export interface ItemLedger {
  /** Counts what a node puts out. Throws `NodeError` when the run carries too much with it. */
  admit(outputs: Readonly<Record<string, readonly WorkflowItem[]>>, pace: Pace): Promise<void>
  /** Refuses more items on their way into one node than a run may carry. Throws `NodeError`. */
  admitInputs(count: number): void
}

const tooMany = () => new NodeError(`The run carries more than ${words.format(runLimits.items)} items`)

/**
 * A ledger for one run. Items count on every output that they are on; their data counts once, as nodes hand on the
 * items they were given. `hold` tells the process how many more bytes the run keeps and answers whether it may.
 */
export function createItemLedger(hold: (bytes: number) => boolean): ItemLedger {
  const weighed = new WeakSet<WorkflowItem>()
  let items = 0
  let bytes = 0
  const weigh = async (item: WorkflowItem, pace: Pace): Promise<number> => {
    const state = startWeighing(item)
    while (!weighOn(state, stepsAtOnce, runLimits.bytes)) if (pace.due()) await pace.breathe()
    return state.bytes
  }
  return {
    admitInputs(count) {
      if (count > runLimits.items) throw tooMany()
    },
    async admit(outputs, pace) {
      for (const [name, list] of Object.entries(outputs)) {
        if (list.length > runLimits.outputItems) {
          const most = words.format(runLimits.outputItems)
          throw new NodeError(`More than ${most} items on the output "${name}": a run carries no more on one`)
        }
        items += list.length
      }
      if (items > runLimits.items) throw tooMany()
      let added = 0
      for (const list of Object.values(outputs)) {
        for (const item of list) {
          if (weighed.has(item)) continue
          weighed.add(item)
          added += await weigh(item, pace)
          if (bytes + added > runLimits.bytes) {
            throw new NodeError(`The run carries more than ${runLimits.bytes / 1024 / 1024} MB of item data`)
          }
        }
      }
      bytes += added
      if (added > 0 && !hold(added)) {
        throw new NodeError(
          'The runs of this worker carry too much item data together, and this one the most',
        )
      }
    },
  }
}
