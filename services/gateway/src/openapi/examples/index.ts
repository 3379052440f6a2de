import type { RecordedExamples } from '../recorded-example.ts'
import accounts from './accounts.json' with { type: 'json' }
import agentRuns from './agent-runs.json' with { type: 'json' }
import assets from './assets.json' with { type: 'json' }
import assistants from './assistants.json' with { type: 'json' }
import audit from './audit.json' with { type: 'json' }
import board from './board.json' with { type: 'json' }
import connect from './connect.json' with { type: 'json' }
import identity from './identity.json' with { type: 'json' }
import invoicing from './invoicing.json' with { type: 'json' }
import operator from './operator.json' with { type: 'json' }
import organisations from './organisations.json' with { type: 'json' }
import plans from './plans.json' with { type: 'json' }
import platform from './platform.json' with { type: 'json' }
import posts from './posts.json' with { type: 'json' }
import sites from './sites.json' with { type: 'json' }
import skills from './skills.json' with { type: 'json' }
import tickets from './tickets.json' with { type: 'json' }
import visitors from './visitors.json' with { type: 'json' }
import webhooks from './webhooks.json' with { type: 'json' }
import workflows from './workflows.json' with { type: 'json' }

/** The examples of all areas. */
export const recordedExamples: RecordedExamples = {
  ...(accounts as RecordedExamples),
  ...(agentRuns as RecordedExamples),
  ...(assets as RecordedExamples),
  ...(assistants as RecordedExamples),
  ...(audit as RecordedExamples),
  ...(board as RecordedExamples),
  ...(connect as RecordedExamples),
  ...(identity as RecordedExamples),
  ...(invoicing as RecordedExamples),
  ...(operator as RecordedExamples),
  ...(organisations as RecordedExamples),
  ...(plans as RecordedExamples),
  ...(platform as RecordedExamples),
  ...(posts as RecordedExamples),
  ...(sites as RecordedExamples),
  ...(skills as RecordedExamples),
  ...(tickets as RecordedExamples),
  ...(visitors as RecordedExamples),
  ...(webhooks as RecordedExamples),
  ...(workflows as RecordedExamples),
}
