export { siteErrors } from '@atrium/contracts'
