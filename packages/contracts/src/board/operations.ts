import type { Operation } from '../core/operation.ts'
import {
  addTimelineEntry,
  cancelProcess,
  captureLink,
  createTask,
  deleteTask,
  getTask,
  listTasks,
  listTimeline,
  pruneTasks,
  startNextAction,
  updateTask,
} from './card-operations.ts'
import {
  approvePost,
  getComposer,
  markHandedOff,
  markPostedByHand,
  publishPostNow,
} from './post-operations.ts'
import { publishingOperations } from './publishing-operations.ts'
import { contactSupport, deleteQuotes, submitQuote } from './visitor-operations.ts'

/** Everything that board-service answers over HTTP. */
export const boardOperations: readonly Operation[] = [
  listTasks,
  createTask,
  pruneTasks,
  getTask,
  updateTask,
  deleteTask,
  listTimeline,
  addTimelineEntry,
  startNextAction,
  cancelProcess,
  approvePost,
  publishPostNow,
  getComposer,
  markHandedOff,
  markPostedByHand,
  captureLink,
  ...publishingOperations,
  submitQuote,
  deleteQuotes,
  contactSupport,
]
