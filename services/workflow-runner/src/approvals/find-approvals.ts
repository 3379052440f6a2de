/** Re-exported because the overview reads questions, too. */
export { hasApprovals, newestOpenApproval } from './approvals.db.ts'
