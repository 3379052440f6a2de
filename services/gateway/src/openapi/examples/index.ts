import type { RecordedExamples } from '../recorded-example.ts'
import accounts from './accounts.json' with { type: 'json' }
import assets from './assets.json' with { type: 'json' }
import assistants from './assistants.json' with { type: 'json' }
import audit from './audit.json' with { type: 'json' }
import identity from './identity.json' with { type: 'json' }
import invoicing from './invoicing.json' with { type: 'json' }
import operator from './operator.json' with { type: 'json' }
import organisations from './organisations.json' with { type: 'json' }
import plans from './plans.json' with { type: 'json' }
import platform from './platform.json' with { type: 'json' }
import tickets from './tickets.json' with { type: 'json' }
import webhooks from './webhooks.json' with { type: 'json' }

/** The examples of all areas. */
export const recordedExamples: RecordedExamples = {
  ...(accounts as RecordedExamples),
  ...(assets as RecordedExamples),
  ...(assistants as RecordedExamples),
  ...(audit as RecordedExamples),
  ...(identity as RecordedExamples),
  ...(invoicing as RecordedExamples),
  ...(operator as RecordedExamples),
  ...(organisations as RecordedExamples),
  ...(plans as RecordedExamples),
  ...(platform as RecordedExamples),
  ...(tickets as RecordedExamples),
  ...(webhooks as RecordedExamples),
}
