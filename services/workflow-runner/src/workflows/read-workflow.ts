/** Re-exported for features above this one. */
export { countActive, getWorkflow, lockWorkflow } from './workflows.db.ts'
