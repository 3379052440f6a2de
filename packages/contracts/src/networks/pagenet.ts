import { type ComposerSpec, composerUrl, type PlatformRules } from './network.ts'

export const pagenet: PlatformRules = {
  host: 'facebook.com',
  aliases: ['fb.com', 'm.facebook.com'],
  body: { max: 63_206, count: 'characters', required: false },
  title: null,
  media: {
    min: 0,
    max: 10,
    kinds: ['image', 'video'],
    mixed: false,
    pictures: { types: ['jpg', 'jpeg', 'png', 'gif'], maxBytes: 10_000_000, altText: 1_000 },
    videos: { max: 1, maxBytes: 10_000_000_000, seconds: { min: 1, max: 14_400 } },
  },
  keptLink: 'preview',
  comment: { max: 8_000 },
  requiredFields: [],
}

// The sharer accepts a URL and ignores any text.
export const pagenetComposer: ComposerSpec = {
  carries: ['link'],
  build: ({ link }) =>
    link === null
      ? undefined
      : composerUrl('https://www.facebook.com/sharer/sharer.php', { u: link }),
}
