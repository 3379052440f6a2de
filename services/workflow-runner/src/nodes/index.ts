import type { NodeDefinition } from '../engine/index.ts'
import { agent } from './ai/agent.ts'
import { analyze } from './ai/analyze.ts'
import { enrich } from './ai/enrich.ts'
import { enrichContact } from './ai/enrich-contact.ts'
import { implementTask } from './ai/implement-task.ts'
import { removeAiSlop } from './ai/remove-ai-slop.ts'
import { triage } from './ai/triage.ts'
import { tts } from './ai/tts.ts'
import { calendarToTasks } from './calendar/calendar-to-tasks.ts'
import { aggregate } from './data/aggregate.ts'
import { date } from './data/date.ts'
import { dedupe } from './data/dedupe.ts'
import { format } from './data/format.ts'
import { limit } from './data/limit.ts'
import { parse } from './data/parse.ts'
import { setFields } from './data/set-fields.ts'
import { sort } from './data/sort.ts'
import { split } from './data/split.ts'
import { askApproval } from './flow/ask-approval.ts'
import { callWorkflow } from './flow/call-workflow.ts'
import { filter } from './flow/filter.ts'
import { forEach } from './flow/for-each.ts'
import { ifNode } from './flow/if.ts'
import { merge } from './flow/merge.ts'
import { switchNode } from './flow/switch.ts'
import { wait } from './flow/wait.ts'
import { httpRequest } from './http/http-request.ts'
import { collectInvoices } from './invoices/collect-invoices.ts'
import { createInvoiceDraft } from './invoices/create-invoice-draft.ts'
import { generateInvoices } from './invoices/generate-invoices.ts'
import { recordPayment } from './invoices/record-payment.ts'
import type { NodePorts } from './ports.ts'
import { createPost } from './publish/create-post.ts'
import { dispatch } from './publish/dispatch.ts'
import { postComment } from './publish/post-comment.ts'
import { publish } from './publish/publish.ts'
import { bestOfTech } from './read/best-of-tech.ts'
import { captureComments } from './read/capture-comments.ts'
import { findProfilePage } from './read/find-profile-page.ts'
import { findRecord } from './read/find-record.ts'
import { readDrive } from './read/read-drive.ts'
import { readFeed } from './read/read-feed.ts'
import { readMailbox } from './read/read-mailbox.ts'
import { readNotebook } from './read/read-notebook.ts'
import { readTasks } from './read/read-tasks.ts'
import { readUrl } from './read/read-url.ts'
import { socialAudience } from './read/social-audience.ts'
import { videoToTasks } from './read/video-to-tasks.ts'
import { triggerEvent } from './triggers/trigger-event.ts'
import { triggerManual } from './triggers/trigger-manual.ts'
import { triggerSchedule } from './triggers/trigger-schedule.ts'
import { triggerWebhook } from './triggers/trigger-webhook.ts'
import { createCard } from './write/create-card.ts'
import { logActivity } from './write/log-activity.ts'
import { saveAttachments } from './write/save-attachments.ts'
import { sendEmail } from './write/send-email.ts'
import { tag } from './write/tag.ts'
import { updateContact } from './write/update-contact.ts'
import { updateCustomer } from './write/update-customer.ts'
import { updateLink } from './write/update-link.ts'
import { updateTask } from './write/update-task.ts'

/** Every node of this service, in palette order. A test fails if a node file is missing here. */
export const allNodes: readonly NodeDefinition<NodePorts>[] = [
  triggerManual,
  triggerSchedule,
  triggerEvent,
  triggerWebhook,
  ifNode,
  switchNode,
  filter,
  setFields,
  parse,
  format,
  date,
  split,
  aggregate,
  sort,
  limit,
  dedupe,
  merge,
  wait,
  askApproval,
  callWorkflow,
  forEach,
  readMailbox,
  calendarToTasks,
  readDrive,
  readNotebook,
  captureComments,
  socialAudience,
  videoToTasks,
  collectInvoices,
  bestOfTech,
  readTasks,
  findRecord,
  saveAttachments,
  tag,
  readFeed,
  readUrl,
  findProfilePage,
  agent,
  enrich,
  analyze,
  triage,
  enrichContact,
  removeAiSlop,
  updateTask,
  updateLink,
  updateContact,
  updateCustomer,
  logActivity,
  httpRequest,
  dispatch,
  createCard,
  createPost,
  sendEmail,
  generateInvoices,
  createInvoiceDraft,
  recordPayment,
  publish,
  postComment,
  tts,
  implementTask,
]
