import type { CapturedComment, Card } from '@atrium/contracts'
import { z } from 'zod'
import { missingField, type NodeContext, NodeError, ownText } from '../engine/index.ts'
import type { ContextOf } from './define-node.ts'
import type { BoardPort, NodePorts } from './ports.ts'

const keysAtOnce = 100

export const cardParam = (about = 'The card', usual = 'the item’s own') =>
  z.string().optional().describe(`${about}. By default, ${usual}`)

/** Throws `NodeError` if neither the parameters nor the item has a card id. */
export function readCardId(
  json: unknown,
  at: number,
  context: NodeContext<NodePorts, { taskId?: string | undefined }>,
  params = context.paramsFor(at),
): string {
  const taskId = params.taskId ?? ownText(json, 'taskId')
  if (taskId === '') throw missingField(context.missing(at) ?? 'taskId')
  return taskId
}

export async function getCard(
  { orgId, ports, signal }: Pick<ContextOf<'org' | 'board'>, 'orgId' | 'ports' | 'signal'>,
  taskId: string,
): Promise<Card> {
  const [card] = (await ports.board.getCards({ orgId, ids: [taskId] }, signal)).items
  if (card === undefined) throw new NodeError(`The card ${taskId} was deleted`)
  return card
}

/**
 * Writes a timeline entry in the name of the workflow. Does nothing if an entry with this key
 * exists.
 */
export const noteOnCard = (
  { orgId, workflowId, ports, signal }: ContextOf<'org' | 'board'>,
  taskId: string,
  entry: { kind: string; body: string },
  { key, comment }: { key: string; comment?: CapturedComment },
) =>
  ports.board.appendTimeline(
    {
      orgId,
      taskId,
      entry,
      author: { type: 'agent', id: workflowId },
      key,
      ...(comment === undefined ? {} : { comment }),
    },
    signal,
  )

export async function keyedCards(
  board: BoardPort,
  orgId: string,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, Card>> {
  const found = new Map<string, Card>()
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const part = await board.getKeyedCards({ orgId, keys: keys.slice(at, at + keysAtOnce) }, signal)
    for (const { key, card } of part.items) found.set(key, card)
  }
  return found
}
