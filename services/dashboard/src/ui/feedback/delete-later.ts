import { leaving } from './leaving.ts'
import { type LaterStep, runAfterUndo } from './run-after-undo.ts'
import { toast } from './toast.tsx'

interface Deletion extends Pick<LaterStep, 'toReason'> {
  readonly id: string
  /** The record's name in messages, for example "The post". */
  readonly name: string
  readonly send: () => Promise<unknown>
}

/**
 * Hides a record at once. Deletes it when the time for an undo ends, or before the session leaves
 * its organisation.
 */
export function deleteLater({ id, name, send, ...rest }: Deletion): void {
  leaving.add(id)
  runAfterUndo({
    text: 'Deleted',
    refused: `${name} stays`,
    run: send,
    ...rest,
    lost: () => toast(`${name} stays: another tab changed the organisation first`),
    settled: () => leaving.delete(id),
  })
}
