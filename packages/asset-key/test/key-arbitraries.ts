import fc from 'fast-check'
import { documentTypes, mediaTypes } from '../src/media-types.ts'

export const orgIdText = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 32, maxLength: 32 })
  .map((digits) => `org_${digits.join('')}`)

export const extensionText = fc.constantFrom(
  ...[...mediaTypes, ...documentTypes].map((type) => type.extension),
)

export const keyParts = fc.record({
  orgId: orgIdText,
  visibility: fc.constantFrom('pub', 'priv'),
  extension: extensionText,
})
