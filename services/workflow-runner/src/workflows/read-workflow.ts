/** The row of a workflow, for features above this one. Both throw `not_found`. */
export { getWorkflow, lockWorkflow } from './workflows.db.ts'
