import { defineErrors } from './app-error.ts'

export const cardErrors = defineErrors({
  invalid: { not_supported: 'This network states no figures' },
  not_found: { not_found: 'Card not found' },
  conflict: {
    invalid_transition: 'The card cannot move to this status',
    post_locked: 'This post is being published or was published, so it cannot be changed',
    post_in_flight: 'The post is being published. Delete it afterwards.',
    not_a_contact: 'Only a contact can have a next action',
    not_enrichable: 'Only links and contacts can be enriched',
    not_a_post: 'This is possible only for posts',
    not_posted: 'Only a published post has comments',
    not_manual: 'Only a post that you publish yourself has a composer',
    nothing_to_cancel: 'Nothing is running for this card',
    claim_lost: 'Another process publishes this post now',
  },
  unprocessable: {
    post_rules_failed: 'The post breaks a rule of its network. Change the post and try again.',
    nothing_to_read: 'The card has no text to read aloud. Add a text first.',
    too_long_to_read: 'The text is too long to be read aloud. Shorten it.',
    channel_not_available:
      'The account does not exist, or its owner does not share it with you. Choose another account.',
  },
})

export const siteErrors = defineErrors({
  not_found: { not_found: 'Not found' },
  unprocessable: {
    markup_invalid: 'The template has an error. Correct the marked line.',
    values_invalid: 'Some values do not fit the template. Correct the marked fields.',
  },
  conflict: {
    template_in_use: 'This template is still in use. Delete its pages first.',
    slug_taken: 'This web address is taken. Choose another one.',
    nothing_to_publish: 'The content of this site was deleted, so there is nothing to publish',
    not_published: 'The site is not published',
  },
})
