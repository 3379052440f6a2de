import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { previewInvoiceMail, previewReminder } from './preview-mail.ts'

/** Mounts the mail previews. */
export function invoiceMailRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.previewReminder, (call) => previewReminder(deps, call, call.body))
  mount(app, operations.previewInvoiceMail, (call) =>
    previewInvoiceMail(deps, call, { id: call.params.id, input: call.body ?? {} }),
  )
}
