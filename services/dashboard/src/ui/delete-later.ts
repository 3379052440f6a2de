import { leaving } from './leaving.ts'
import { type LaterStep, runAfterUndo } from './run-after-undo.ts'
import { toast } from './toast.ts'

interface Deletion extends Pick<LaterStep, 'toReason'> {
  readonly id: string
  /** The record in a message, such as "The post". */
  readonly name: string
  readonly send: () => Promise<unknown>
}

/** Hides a record at once and deletes it after the time for an undo, or before the session leaves its organisation. */
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
