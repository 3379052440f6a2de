import { defineErrors } from './app-error.ts'

export const cardErrors = defineErrors({
  not_found: { kind: 'not_found', message: 'No such card' },
  invalid_transition: { kind: 'conflict', message: 'The card cannot move to this status' },
  post_locked: { kind: 'conflict', message: 'A post that is going out or has gone out cannot be changed' },
  post_in_flight: { kind: 'conflict', message: 'A post cannot be deleted while it is being posted' },
  post_rules_failed: { kind: 'unprocessable', message: 'The post breaks rules of its destination' },
  channel_not_available: {
    kind: 'unprocessable',
    message: 'No such channel, or one that its owner does not share with you',
  },
  not_a_contact: { kind: 'conflict', message: 'Only a contact has a next action' },
  not_a_post: { kind: 'conflict', message: 'Only a post can do this' },
  not_manual: { kind: 'conflict', message: 'Only a post of the manual arm has a composer' },
  nothing_to_cancel: { kind: 'conflict', message: 'Nothing is running for this card' },
  claim_lost: { kind: 'conflict', message: 'The claim on this post is no longer held' },
})

export const siteErrors = defineErrors({
  not_found: { kind: 'not_found', message: 'Not found' },
  markup_invalid: { kind: 'unprocessable', message: 'The markup of the template is not valid' },
  values_invalid: { kind: 'unprocessable', message: 'The values do not fit the template' },
  template_in_use: { kind: 'conflict', message: 'Instances still use this template' },
  slug_taken: { kind: 'conflict', message: 'This address is taken' },
  nothing_to_publish: { kind: 'conflict', message: 'The instance of this site is gone' },
  not_published: { kind: 'conflict', message: 'The site is not published' },
})
