export const ordinaryStatuses = ['todo', 'doing', 'done', 'archived', 'failed'] as const
/** Extra statuses for links and contacts. */
export const enrichmentStatuses = ['enriching', 'enriched'] as const
/** Post statuses. Posts have their own state machine. */
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
