export { completeSession, dropExpiredSession } from './plan-checkouts.db.ts'
