import { assetErrors } from '../errors.ts'

/**
 * Throws `validation_failed` for an upload to `/api/assets?visibility=…`. The lane is a field of the form; passed
 * over in the address, what was meant to be private would be public for good.
 */
export function refuseLaneInAddress(url: string): void {
  const query = url.indexOf('?')
  if (query === -1 || !new URLSearchParams(url.slice(query)).has('visibility')) return
  throw assetErrors.validation_failed({
    details: { errors: [{ path: 'visibility', message: 'Send it as a field of the form' }] },
  })
}
