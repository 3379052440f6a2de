export { referenceErrors as assetErrors } from '@atrium/contracts'
