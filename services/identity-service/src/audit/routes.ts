import * as operations from '@atrium/contracts'
import { type AppEnv, answerLines, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { auditLines, listAudit } from './read-audit.ts'

export function auditRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.exportAudit, async ({ c, principal, query }) => {
    deps.logger.info(
      { org: principal.orgId, user: principal.userId },
      '[audit] the audit is exported',
    )
    const file = { name: 'audit.jsonl', type: 'application/x-ndjson' }
    return answerLines(c, file, auditLines(deps, principal.orgId, query))
  })
  mount(app, operations.listAudit, (call) => listAudit(deps, call.principal.orgId, call.query))
}
