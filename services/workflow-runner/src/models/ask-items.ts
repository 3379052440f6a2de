import type { ModelTask, SkillKind, WorkflowItem } from '@atrium/contracts'
import type { z } from 'zod'
import type { NodeContext } from '../engine/index.ts'
import type { NodePorts } from '../nodes/ports.ts'
import { createAsker, type Question } from './ask-model.ts'
import { type Judged, judgeItems } from './each-item.ts'
import { createGrounds, groundingProblem } from './grounding.ts'
import { groundsOfItem, toMaterial } from './item-text.ts'
import { createGuidance, type ModelParams } from './model-params.ts'

/** A question about one item. `material` defaults to the item. */
type ItemQuestion<S extends z.ZodObject> = Pick<
  Question<S>,
  'task' | 'answer' | 'maxTokens' | 'check'
> &
  Partial<Pick<Question<S>, 'material'>> & {
    /** Returns the response texts. They may contain only the item's facts. */
    stated?(answer: z.output<S>): readonly string[]
  }

/** Asks about each item under its own key, with the node's channel, skill and instructions. */
export function createItemAsker<P extends ModelParams>(
  context: NodeContext<NodePorts, P>,
  name: ModelTask,
  kind: SkillKind,
  /** Throws if the node cannot ask about the item. */
  requireFit?: (item: WorkflowItem, at: number) => unknown,
) {
  const asker = createAsker(context, name)
  const guidanceOf = createGuidance(context, kind)
  return {
    spend: asker.spend,
    guidanceOf,
    /** Judges all items with `judgeItems`, after checking each item and loading its guidance. */
    judge: <R>(
      items: readonly WorkflowItem[],
      judge: (item: WorkflowItem, at: number) => Promise<R>,
    ): Promise<Judged<R>> =>
      judgeItems(items, context, judge, {
        prepare(item, at) {
          requireFit?.(item, at)
          return guidanceOf(at)
        },
      }),
    async ask<S extends z.ZodObject>(
      item: WorkflowItem,
      at: number,
      { material = toMaterial(item), check, stated, ...question }: ItemQuestion<S>,
    ): Promise<z.output<S>> {
      const { model: channelId } = context.paramsFor(at)
      const grounds = createGrounds(...groundsOfItem(item))
      return asker.ask<S>({
        ...question,
        key: context.idempotencyKey(at),
        guidance: await guidanceOf(at),
        material,
        channelId,
        check: (answer) =>
          check?.(answer) ?? (stated && groundingProblem(grounds, ...stated(answer))),
      })
    },
  }
}
