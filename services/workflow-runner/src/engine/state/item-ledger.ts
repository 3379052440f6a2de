import type { WorkflowItem } from '@atrium/contracts'
import { LimitError, type NodeError, type Pace, runLimits } from '@atrium/workflow-rules'
import { weightInTurns } from './weigh.ts'

const words = new Intl.NumberFormat('en')

const tooMany = () =>
  new LimitError(
    `The run has more than ${words.format(runLimits.items)} items. Filter or limit the items earlier.`,
  )

export const tooMuch = (): NodeError =>
  new LimitError(
    `The run has more than ${runLimits.bytes / 1024 / 1024} MB of item data. Filter or limit the items earlier.`,
  )

/**
 * Counts a run's items and bytes. An item counts on each output, but its data counts once because
 * nodes pass items on. `hold` reserves bytes and returns false if too few are left.
 */
export function createItemLedger(hold: (bytes: number) => boolean) {
  const weighed = new WeakSet<WorkflowItem>()
  let items = 0
  let bytes = 0
  // Returns the additional bytes for an item, or 0 if the item already counts. Throws `NodeError`
  // beyond the run limit.
  const added = async (item: WorkflowItem, before: number, pace: Pace): Promise<number> => {
    if (weighed.has(item)) return 0
    weighed.add(item)
    const own = await weightInTurns(item, runLimits.bytes, pace)
    if (before + own > runLimits.bytes) throw tooMuch()
    return own
  }
  const reserve = (more: number): void => {
    bytes += more
    if (more === 0 || hold(more)) return
    throw new LimitError(
      'Too many large runs are going at once, and this is the largest. Run it again later or use fewer items.',
    )
  }
  return {
    async carry(item: WorkflowItem, pace: Pace): Promise<void> {
      reserve(await added(item, bytes, pace))
    },
    admitInputs(count: number): void {
      if (count > runLimits.items) throw tooMany()
    },
    async admit(
      outputs: Readonly<Record<string, readonly WorkflowItem[]>>,
      pace: Pace,
    ): Promise<void> {
      for (const [name, list] of Object.entries(outputs)) {
        if (list.length > runLimits.outputItems) {
          const most = words.format(runLimits.outputItems)
          throw new LimitError(
            `The output "${name}" has more than ${most} items. Filter or limit the items earlier.`,
          )
        }
        items += list.length
      }
      if (items > runLimits.items) throw tooMany()
      let more = 0
      for (const list of Object.values(outputs)) {
        for (const item of list) more += await added(item, bytes + more, pace)
      }
      reserve(more)
    },
  }
}

export type ItemLedger = ReturnType<typeof createItemLedger>
