import type { Transaction } from '../database.ts'

/** Makes what waits of a workflow act for this person: it takes the graph that they have just saved. */
export async function takeOverQueued(tx: Transaction, workflowId: string, userId: string): Promise<void> {
  await tx
    .updateTable('runs')
    .set({ owner_id: userId })
    .where('workflow_id', '=', workflowId)
    .where('status', '=', 'queued')
    .where('owner_id', '<>', userId)
    .execute()
}
