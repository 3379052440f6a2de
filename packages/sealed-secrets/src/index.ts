export { createSealedSecrets, type Opened, type SealedSecrets } from './sealed-secrets.ts'
