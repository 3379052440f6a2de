import { labelProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import { actedResult, attemptItems, itemProblem } from '../act-on-items.ts'
import { connector, toReadTarget } from '../connector.ts'
import { defineNode } from '../define-node.ts'
import { readMessageId } from '../read/mail-item.ts'
import { readPage } from '../read/read-page.ts'

const atOnce = 1_000

export const tag = defineNode({
  type: 'tag',
  label: 'Label mail',
  description: 'Labels the messages that reach this step, so that the next run skips them',
  category: 'act',
  keywords: ['gmail', 'tag', 'mark', 'category', 'folder', 'done', 'email', 'inbox'],
  params: z.object({
    connector: connector('The mailbox of the messages'),
    label: z
      .string()
      .trim()
      .min(1)
      .max(225)
      .describe(
        'The label to add. Choose the same label in “Read mail”, so that it skips these messages',
      ),
  }),
  usesPersonsRights: true,
  needs: ['org', 'mailbox'],
  checkUpstream: labelProblems,
  async execute(items, _params, context) {
    const { ports, signal } = context
    const { mailbox } = ports.accounts
    const named = await attemptItems(items, context, (item, at, { connector: channel, label }) => ({
      at,
      channel,
      label,
      id: readMessageId(item),
    }))
    const wanted = named.results.filter((each) => each !== undefined)
    const groups = Map.groupBy(wanted, ({ channel, label }) => JSON.stringify([channel, label]))
    const refusals = [...named.refusals]
    for (const [{ channel, label }, group] of [...groups.values()].flatMap(pairWithFirst)) {
      const byId = Map.groupBy(group, ({ id }) => id)
      const ids = [...byId.keys()]
      for (let at = 0; at < ids.length; at += atOnce) {
        const part = ids.slice(at, at + atOnce)
        try {
          const target = toReadTarget(context, channel)
          await readPage(() => mailbox.label({ ...target, label, ids: part }, signal), context)
        } catch (error) {
          const problem = itemProblem(error)
          if (problem === undefined) throw error
          const refused = part.flatMap((id) => byId.get(id) ?? [])
          refusals.push(...refused.map((each) => ({ at: each.at, ...problem })))
        }
        if (context.due()) await context.yield()
      }
    }
    refusals.sort((a, b) => a.at - b.at)
    const refused = new Set(refusals.map(({ at }) => at))
    const main = items.filter((_, at) => !refused.has(at))
    return actedResult(main, refusals, { count: items.length })
  },
})

const pairWithFirst = <T>(group: readonly T[]): [T, readonly T[]][] =>
  group.slice(0, 1).map((first) => [first, group])
