import { accountExamples } from './accounts.ts'
import { agentRunExamples } from './agent-runs.ts'
import { approvalExamples } from './approvals.ts'
import { assetExamples, auditExamples } from './assets.ts'
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
import { workflowExamples } from './workflows.ts'

/**
 * The reference's areas, each with its story. The area's name is also the file name of its recorded
 * examples.
 */
export const exampleAreas: readonly {
  readonly area: string
  readonly steps: readonly ExampleStep[]
}[] = [
  { area: 'accounts', steps: accountExamples },
  { area: 'organisations', steps: organisationExamples },
  { area: 'identity', steps: identityExamples },
  { area: 'assistants', steps: assistantExamples },
  { area: 'assets', steps: assetExamples },
  { area: 'audit', steps: auditExamples },
  { area: 'operator', steps: operatorExamples },
  { area: 'webhooks', steps: webhookExamples },
  { area: 'invoicing', steps: invoicingExamples },
  { area: 'plans', steps: planExamples },
  { area: 'platform', steps: platformExamples },
  { area: 'tickets', steps: ticketExamples },
  { area: 'agent-runs', steps: agentRunExamples },
  { area: 'board', steps: boardExamples },
  { area: 'connect', steps: connectExamples },
  { area: 'posts', steps: postExamples },
  { area: 'sites', steps: siteExamples },
  { area: 'skills', steps: skillExamples },
  { area: 'visitors', steps: visitorExamples },
  { area: 'workflows', steps: workflowExamples },
  { area: 'approvals', steps: approvalExamples },
]
