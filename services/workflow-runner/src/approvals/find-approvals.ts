/** Re-exported because the overview reads questions, too. */
export { newestOpenApproval } from './approvals.db.ts'
