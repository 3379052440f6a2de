import { type DeclaredStep, listDeclaredSteps } from '../declared-steps.ts'
import { accountExamples } from './accounts.ts'
import { agentRunExamples } from './agent-runs.ts'
import { approvalExamples } from './approvals.ts'
import { assetExamples } from './assets.ts'
import { assistantExamples } from './assistants.ts'
import { boardExamples } from './board.ts'
import { connectExamples } from './connect.ts'
import type { ExampleStep } from './example-step.ts'
import { invoicingExamples } from './invoicing.ts'
import { operatorExamples } from './operator.ts'
import { identityExamples, organisationExamples } from './organisations.ts'
import { planExamples } from './plans.ts'
import { platformExamples } from './platform.ts'
import { postExamples } from './posts.ts'
import { siteExamples } from './sites.ts'
import { skillExamples } from './skills.ts'
import { ticketExamples } from './tickets.ts'
import { visitorExamples } from './visitors.ts'
import { webhookExamples } from './webhooks.ts'
import { withoutExample } from './without-example.ts'
import { workflowExamples } from './workflows.ts'

/** A part of the reference, with one organisation. */
interface ExampleArea {
  /** Also the file name of its recorded examples. */
  readonly area: string
  /** The tags whose operations belong to the area, unless another area has a step for them. */
  readonly tags: readonly string[]
  /** What the declarations cannot say: preparations, other senders, and an order. */
  readonly steps: readonly ExampleStep[]
}

export const exampleAreas: readonly ExampleArea[] = [
  { area: 'accounts', tags: [], steps: accountExamples },
  { area: 'organisations', tags: [], steps: organisationExamples },
  { area: 'identity', tags: ['Identity'], steps: identityExamples },
  { area: 'assistants', tags: ['Assistants'], steps: assistantExamples },
  { area: 'assets', tags: ['Assets'], steps: assetExamples },
  { area: 'audit', tags: ['Audit'], steps: [] },
  { area: 'operator', tags: ['Operator'], steps: operatorExamples },
  { area: 'webhooks', tags: ['Webhooks'], steps: webhookExamples },
  {
    area: 'invoicing',
    tags: [
      'Estimates',
      'Schedules',
      'Customers',
      'Offers',
      'Accounting',
      'Invoicing',
      'Payments',
      'Bank',
    ],
    steps: invoicingExamples,
  },
  { area: 'plans', tags: ['Credits', 'Entitlements'], steps: planExamples },
  { area: 'platform', tags: ['Platform'], steps: platformExamples },
  { area: 'tickets', tags: ['Tickets'], steps: ticketExamples },
  { area: 'agent-runs', tags: ['Agent runs'], steps: agentRunExamples },
  { area: 'board', tags: ['Board'], steps: boardExamples },
  { area: 'connect', tags: ['Connect'], steps: connectExamples },
  { area: 'posts', tags: ['Posts'], steps: postExamples },
  { area: 'sites', tags: ['Sites'], steps: siteExamples },
  { area: 'skills', tags: ['Skills'], steps: skillExamples },
  { area: 'visitors', tags: ['Support', 'Quotes'], steps: visitorExamples },
  { area: 'workflows', tags: ['Workflows'], steps: workflowExamples },
  { area: 'approvals', tags: [], steps: approvalExamples },
]

const writtenOperations = new Set([
  ...exampleAreas.flatMap(({ steps }) => steps.map(({ operation }) => operation)),
  ...Object.keys(withoutExample),
])

/** Returns the steps of an area that its declarations make. */
export const listAreaSteps = ({ tags }: ExampleArea): DeclaredStep[] =>
  listDeclaredSteps(tags, writtenOperations)
