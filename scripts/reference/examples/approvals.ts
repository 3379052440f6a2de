import { until } from '../../stories/story.ts'
import type { Seen } from '../seen.ts'
import type { ExamplePlatform, ExampleStep } from './example-step.ts'

/** Lets a workflow ask the owner a question. Keeps the question and the token of its mail. */
const ask =
  (name: string, message: string) =>
  async ({ client, mailTo }: ExamplePlatform, seen: Seen): Promise<void> => {
    const { approvals, me, workflows } = client('owner')
    const { user } = await me()
    const graph = {
      nodes: [
        { id: 'start', type: 'trigger.manual', name: 'Start' },
        {
          id: 'ask',
          type: 'ask_approval',
          name: 'Ask the owner',
          params: { to: user.email, message, expiresInHours: 48 },
        },
      ],
      edges: [{ from: { node: 'start' }, to: { node: 'ask' } }],
    }
    const { id } = await workflows.create({ body: { name: 'Discounts', graph } })
    await workflows.run({ params: { id }, body: { input: { customer: 'Kunsthalle' } } })
    const question = await until('the question', async () => {
      const { items } = await approvals.list({ query: { status: 'pending' } })
      return items.find((each) => each.message === message)
    })
    const mail = await mailTo(user.email, question.id)
    const token = /token=([\w-]+)/.exec(mail)?.[1] ?? ''
    seen.keep(name, { id: question.id, token })
  }

/** Examples of a workflow that asks for an approval, decided on the page and by mail. */
export const approvalExamples: readonly ExampleStep[] = [
  {
    operation: 'listApprovals',
    before: ask('asked', 'Give Kunsthalle a discount of 15 %?'),
  },
  { operation: 'decideApproval' },
  {
    operation: 'readAskedApproval',
    as: 'nobody',
    before: ask('mailed', 'Send the offer to Kunsthalle?'),
  },
  { operation: 'decideAskedApproval' },
]
