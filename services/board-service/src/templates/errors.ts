import { defineErrors } from '@atrium/contracts'

export const siteErrors = defineErrors({
  not_found: { kind: 'not_found', message: 'Not found' },
  markup_invalid: { kind: 'unprocessable', message: 'The markup of the template is not valid' },
  values_invalid: { kind: 'unprocessable', message: 'The values do not fit the template' },
  template_in_use: { kind: 'conflict', message: 'Instances still use this template' },
  slug_taken: { kind: 'conflict', message: 'This address is taken' },
  nothing_to_publish: { kind: 'conflict', message: 'The instance of this site is gone' },
  not_published: { kind: 'conflict', message: 'The site is not published' },
})
