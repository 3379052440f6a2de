import type { NodeRun } from '@atrium/contracts'
import type { NameField } from '@atrium/workflow-rules'
import { nodeWords, readableMessage, skipWords } from '../../run-words.ts'

/** Returns the line below a step's name while a run is shown. */
export function runLine(
  { status, skipReason, itemsIn, itemsOut, message, error }: NodeRun,
  nameField?: NameField,
): string {
  if (status === 'skipped' && skipReason !== null) return skipWords[skipReason]
  if (status === 'running')
    return message === null ? 'Running …' : readableMessage(message, nameField)
  if (status === 'completed')
    return itemsIn === 0 ? `${itemsOut} out` : `${itemsIn} in, ${itemsOut} out`
  const reason = message ?? error
  return reason === null ? nodeWords[status] : readableMessage(reason, nameField)
}
