import { defineErrors } from './app-error.ts'

export const cardErrors = defineErrors({
  not_found: { not_found: 'No such card' },
  conflict: {
    invalid_transition: 'The card cannot move to this status',
    post_locked: 'A post that is going out or has gone out cannot be changed',
    post_in_flight: 'A post cannot be deleted while it is being posted',
    not_a_contact: 'Only a contact has a next action',
    not_enrichable: 'Only links and contacts are enriched',
    not_a_post: 'Only a post can do this',
    not_posted: 'Only a post that its network took has comments',
    not_manual: 'Only a post of the manual arm has a composer',
    nothing_to_cancel: 'Nothing is running for this card',
    claim_lost: 'The claim on this post is no longer held',
  },
  unprocessable: {
    post_rules_failed: 'The post breaks rules of its destination',
    nothing_to_read: 'The card has no text that could be read aloud',
    too_long_to_read: 'The text is too long to be read aloud',
    channel_not_available: 'No such channel, or one that its owner does not share with you',
  },
})

export const siteErrors = defineErrors({
  not_found: { not_found: 'Not found' },
  unprocessable: {
    markup_invalid: 'The markup of the template is not valid',
    values_invalid: 'The values do not fit the template',
  },
  conflict: {
    template_in_use: 'Instances still use this template',
    slug_taken: 'This address is taken',
    nothing_to_publish: 'The instance of this site is gone',
    not_published: 'The site is not published',
  },
})
