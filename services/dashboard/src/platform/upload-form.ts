export { uploadForm } from '@atrium/sdk'
