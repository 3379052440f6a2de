import { onEvent, onSchedule, step, type Templates } from './template.ts'

/** Posting manually needs no account, so the template is valid before a channel is chosen. */
const byHand = 'manual://linkedin.com'

/** Publishes due posts. Created when an organisation connects its first channel for posts. */
export const publishingId = 'publish-scheduled-posts'

export const postTemplates = {
  [publishingId]: {
    name: 'Publish scheduled posts',
    description:
      'Sends every approved post that is due, and its first comment, each quarter of an hour',
    steps: [
      onSchedule('quarter', 'Every 15 minutes', '*/15 * * * *'),
      step('publish', 'publish', 'Publish'),
      step('comment', 'post_comment', 'First comment'),
    ],
  },
  'post-every-monday': {
    name: 'A post every Monday',
    description:
      'Writes a post each Monday morning. With one of your accounts as its destination it is published at nine, by the workflow "Publish scheduled posts"; otherwise you post it yourself',
    steps: [
      onSchedule('monday', 'Monday morning', '0 8 * * 1'),
      step('post', 'create_post', 'Write the post', {
        destination: byHand,
        text: 'A new week: tell your readers what is coming.',
        autoPublish: true,
        publishTimes: '9am',
        tz: 'UTC',
      }),
    ],
  },
  'post-captured-links': {
    name: 'A draft for every link',
    description: 'Drafts a post with each link that is saved to the board',
    steps: [
      onEvent('captured', 'Link captured', 'link.captured'),
      step('post', 'create_post', 'Draft the post', {
        destination: byHand,
        text: 'Worth reading: {{ $json.url }}',
        link: '{{ $json.url }}',
        key: '{{ $json.taskId }}',
      }),
    ],
  },
  'post-feed-entries': {
    name: 'A draft for every entry of a feed',
    description:
      'Reads a feed, for example of your blog, each hour and drafts a post with each new entry',
    steps: [
      onSchedule('hourly', 'Every hour', '10 * * * *'),
      step('read', 'read_feed', 'Read the feed', { url: 'https://example.com/feed.xml' }),
      step('post', 'create_post', 'Draft the post', {
        destination: byHand,
        text: '{{ $json.title | truncate: 200 }}',
        link: '{{ $json.url }}',
        key: '{{ $json.guid }}',
      }),
    ],
  },
  'announce-sites': {
    name: 'Announce new pages',
    description: 'Drafts a post each time that a site is published',
    steps: [
      onEvent('published', 'Site published', 'site.published'),
      step('post', 'create_post', 'Draft the post', {
        destination: byHand,
        text: 'New on our site: {{ $json.name }}',
      }),
    ],
  },
  'card-for-failed-posts': {
    name: 'A card for every post that failed',
    description: 'Creates a card with the reason and the remedy when a network refuses a post',
    steps: [
      onEvent('failed', 'Post failed', 'post.failed'),
      step('card', 'create_card', 'Create the card', {
        title: 'A post on {{ $json.platform }} was refused',
        body: '{{ $json.failure.message }}\n{{ $json.failure.fix }}',
        tags: ['posts'],
      }),
    ],
  },
} satisfies Templates
