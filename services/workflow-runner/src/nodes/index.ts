import type { NodeDefinition } from '../engine/index.ts'
import { agent } from './agent.ts'
import { aggregate } from './aggregate.ts'
import { analyze } from './analyze.ts'
import { bestOfTech } from './best-of-tech.ts'
import { calendarToTasks } from './calendar-to-tasks.ts'
import { callWorkflow } from './call-workflow.ts'
import { captureComments } from './capture-comments.ts'
import { collectInvoices } from './collect-invoices.ts'
import { createCard } from './create-card.ts'
import { createPost } from './create-post.ts'
import { dedupe } from './dedupe.ts'
import { dispatch } from './dispatch.ts'
import { enrich } from './enrich.ts'
import { enrichContact } from './enrich-contact.ts'
import { findProfilePage } from './find-profile-page.ts'
import { forEach } from './for-each.ts'
import { generateInvoices } from './generate-invoices.ts'
import { httpRequest } from './http-request.ts'
import { ifNode } from './if.ts'
import { implementTask } from './implement-task.ts'
import { limit } from './limit.ts'
import { logActivity } from './log-activity.ts'
import { merge } from './merge.ts'
import type { NodePorts } from './ports.ts'
import { postComment } from './post-comment.ts'
import { publish } from './publish.ts'
import { readDrive } from './read-drive.ts'
import { readMailbox } from './read-mailbox.ts'
import { readNotebook } from './read-notebook.ts'
import { readTasks } from './read-tasks.ts'
import { readUrl } from './read-url.ts'
import { removeAiSlop } from './remove-ai-slop.ts'
import { saveAttachments } from './save-attachments.ts'
import { sendEmail } from './send-email.ts'
import { setFields } from './set-fields.ts'
import { socialAudience } from './social-audience.ts'
import { sort } from './sort.ts'
import { split } from './split.ts'
import { switchNode } from './switch.ts'
import { tag } from './tag.ts'
import { triage } from './triage.ts'
import { triggerEvent } from './trigger-event.ts'
import { triggerManual } from './trigger-manual.ts'
import { triggerSchedule } from './trigger-schedule.ts'
import { triggerWebhook } from './trigger-webhook.ts'
import { tts } from './tts.ts'
import { updateContact } from './update-contact.ts'
import { updateLink } from './update-link.ts'
import { updateTask } from './update-task.ts'
import { videoToTasks } from './video-to-tasks.ts'
import { wait } from './wait.ts'

/** Every node of this service, in palette order. A test fails if a node file is missing here. */
export const allNodes: readonly NodeDefinition<NodePorts>[] = [
  triggerManual,
  triggerSchedule,
  triggerEvent,
  triggerWebhook,
  ifNode,
  switchNode,
  setFields,
  split,
  aggregate,
  sort,
  limit,
  dedupe,
  merge,
  wait,
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
  saveAttachments,
  tag,
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
  logActivity,
  httpRequest,
  dispatch,
  createCard,
  createPost,
  sendEmail,
  generateInvoices,
  publish,
  postComment,
  tts,
  implementTask,
]
