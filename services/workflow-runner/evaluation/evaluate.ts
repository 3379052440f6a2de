import { ModelUsage } from '@atrium/contracts'
import type { ModelPort } from '../src/models/model-port.ts'
import { postingBoard } from '../test/posting-board.ts'
import { runNode } from '../test/run-node.ts'
import type { EvaluationSet } from './labelled.ts'

export interface Evaluation {
  name: string
  examples: number
  /** Null if there is no positive decision, or no positive example. */
  precision: number | null
  recall: number | null
  /** Examples that were left out. */
  failed: number
  usage: ModelUsage | null
  /** The ids of wrongly decided examples. */
  wrong: string[]
  message: string | null
}

/**
 * Runs a set's node over its examples. The board is a stand-in in this process, so no card is
 * created.
 */
export async function evaluate(
  { name, node, yes, no, examples }: EvaluationSet,
  models: ModelPort | null,
  acting: { orgId: string; userId: string } = { orgId: 'org_1', userId: 'usr_1' },
): Promise<Evaluation> {
  const { ports } = postingBoard()
  const items = examples.map(({ item }) => item)
  const acted = models === null ? null : actingFor(models, acting)
  const { outputs, record } = await runNode(node, items, {
    ports: { board: ports.board, models: acted },
  })
  const findIds = (names: readonly string[]) =>
    new Set(
      names.flatMap((each) => (outputs[each] ?? []).map(({ externalId }) => externalId ?? '')),
    )
  const [confirmed, denied] = [findIds(yes), findIds(no)]
  const counts = { truePositive: 0, falsePositive: 0, falseNegative: 0, failed: 0 }
  const wrong: string[] = []
  for (const { item, positive } of examples) {
    const id = item.externalId ?? ''
    const judged = confirmed.has(id) ? true : denied.has(id) ? false : undefined
    if (judged === undefined) counts.failed += 1
    else if (judged && positive) counts.truePositive += 1
    else if (judged) counts.falsePositive += 1
    else if (positive) counts.falseNegative += 1
    if (judged !== undefined && judged !== positive) wrong.push(id)
  }
  const { truePositive, falsePositive, falseNegative, failed } = counts
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
  return {
    name,
    examples: examples.length,
    failed,
    wrong,
    precision: share(truePositive, truePositive + falsePositive),
    recall: share(truePositive, truePositive + falseNegative),
    usage: ModelUsage.nullable()
      .catch(null)
      .parse(record?.usage ?? null),
    message: record?.error ?? record?.message ?? null,
  }
}

// The evaluation run has new ids, but its calls act for the given user.
function actingFor(
  models: ModelPort,
  { orgId, userId }: { orgId: string; userId: string },
): ModelPort {
  const run = `evaluation-${Date.now()}`
  const own = <C extends { idempotencyKey: string }>(call: C): C => ({
    ...call,
    orgId,
    userId,
    idempotencyKey: `${run}:${call.idempotencyKey}`,
  })
  return {
    complete: (call, signal) => models.complete(own(call), signal),
    stream: (call, onText, signal) => models.stream(own(call), onText, signal),
    refund: ({ idempotencyKeys }, signal) =>
      models.refund(
        { orgId, idempotencyKeys: idempotencyKeys.map((key) => `${run}:${key}`) },
        signal,
      ),
    speak: (call, signal) => models.speak(own(call), signal),
  }
}

const percent = (value: number | null): string =>
  value === null ? '–' : `${(value * 100).toFixed(1)} %`

export function formatTable(evaluations: readonly Evaluation[]): string {
  const rows = evaluations.map(({ name, examples, precision, recall, failed, usage }) => [
    name,
    String(examples),
    percent(precision),
    percent(recall),
    String(failed),
    String(usage?.calls ?? 0),
    usage?.costUsd === undefined || usage.costUsd === null
      ? '–'
      : `${usage.costUsd.toFixed(4)} USD`,
    String(usage?.credits ?? 0),
  ])
  const head = ['set', 'examples', 'precision', 'recall', 'left out', 'calls', 'cost', 'credits']
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
