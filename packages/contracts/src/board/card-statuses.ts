/** Statuses of ordinary cards. */
export const ordinaryStatuses = ['todo', 'doing', 'done', 'archived', 'failed'] as const
/** Statuses that links and contacts have on top. */
export const enrichmentStatuses = ['enriching', 'enriched'] as const
/** Statuses of posts, a machine of their own. */
export const postStatuses = [
  'draft',
  'reviewed',
  'posting',
  'posted',
  'failed',
  'unconfirmed',
  'handed_off',
  'posted_by_hand',
] as const
