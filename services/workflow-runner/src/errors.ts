export { workflowErrors } from '@atrium/contracts'
