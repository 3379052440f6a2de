import { type ComposerSpec, composerUrl, type PlatformRules } from './network.ts'

export const shortpost: PlatformRules = {
  host: 'x.com',
  aliases: ['twitter.com', 'mobile.x.com'],
  body: { max: 280, count: 'weighted', required: false },
  title: null,
  media: {
    min: 0,
    max: 4,
    kinds: ['image', 'video'],
    mixed: true,
    pictures: { types: ['jpg', 'jpeg', 'png', 'webp', 'gif'], maxBytes: 5_000_000, altText: 1_000 },
    videos: {
      max: 4,
      maxBytes: 512_000_000,
      seconds: { min: 0.5, max: 140 },
      // From 1:3 to 3:1.
      proportions: { min: 1 / 3, max: 3 },
    },
  },
  keptLink: 'in_text',
  comment: { max: 280 },
  thread: { max: 24 },
  requiredFields: [],
}

export const shortpostComposer: ComposerSpec = {
  carries: ['body', 'link'],
  // The composer appends the URL, so leave out a URL that is already in the text.
  build: ({ text, link }) =>
    composerUrl('https://x.com/intent/post', {
      text,
      url: link !== null && text.includes(link) ? null : link,
    }),
}
