import { labelProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import { connector, readTargetOf } from './connector.ts'
import { defineNode } from './define-node.ts'
import { messageIdOf } from './mail-item.ts'
import { readPage } from './read-page.ts'

const atOnce = 1_000

export const tag = defineNode({
  type: 'tag',
  label: 'Label mail',
  description: 'Labels the messages that reach it, so that the mailbox is not read from the start again',
  category: 'act',
  params: z.object({
    connector: connector('The mailbox of the messages'),
    label: z.string().trim().min(1).max(225).describe('The label that the reading node leaves out'),
  }),
  emits: [],
  usesPersonsRights: true,
  needs: ['org', 'mailbox'],
  checkUpstream: labelProblems,
  async execute(items, _params, context) {
    const { ports, signal } = context
    const { mailbox } = ports.accounts
    const groups = new Map<string, { channel: string; label: string; ids: Set<string> }>()
    for (const [at, item] of items.entries()) {
      if (context.due()) await context.yield()
      const { connector: channel, label } = context.paramsFor(at)
      const key = JSON.stringify([channel, label])
      const group = groups.get(key) ?? { channel, label, ids: new Set<string>() }
      group.ids.add(messageIdOf(item))
      groups.set(key, group)
    }
    for (const { channel, label, ids } of groups.values()) {
      const target = readTargetOf(context, channel)
      const all = [...ids]
      for (let at = 0; at < all.length; at += atOnce) {
        const part = all.slice(at, at + atOnce)
        await readPage(() => mailbox.label({ ...target, label, ids: part }, signal), context)
      }
    }
    return { outputs: { main: items } }
  },
})
