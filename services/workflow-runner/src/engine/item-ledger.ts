import type { WorkflowItem } from '@atrium/contracts'
import { runLimits } from './limits.ts'
import { NodeError } from './node-error.ts'
import type { Pace } from './pace.ts'
import { startWeighing, weighOn } from './weigh.ts'

const stepsAtOnce = 256
const words = new Intl.NumberFormat('en')

const tooMany = () => new NodeError(`The run carries more than ${words.format(runLimits.items)} items`)

/**
 * A ledger for one run. An item counts on each of its outputs; its data counts once, since nodes pass items on. `hold`
 * reserves bytes of the process and returns whether it may.
 */
export function createItemLedger(hold: (bytes: number) => boolean) {
  const weighed = new WeakSet<WorkflowItem>()
  let items = 0
  let bytes = 0
  const weigh = async (item: WorkflowItem, pace: Pace): Promise<number> => {
    const state = startWeighing(item)
    while (!weighOn(state, stepsAtOnce, runLimits.bytes)) if (pace.due()) await pace.yield()
    return state.bytes
  }
  return {
    /** Checks the number of items into one node. Throws `NodeError`. */
    admitInputs(count: number): void {
      if (count > runLimits.items) throw tooMany()
    },
    /** Counts the output of a node. Throws `NodeError` when the run exceeds a limit. */
    async admit(outputs: Readonly<Record<string, readonly WorkflowItem[]>>, pace: Pace): Promise<void> {
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

export type ItemLedger = ReturnType<typeof createItemLedger>
