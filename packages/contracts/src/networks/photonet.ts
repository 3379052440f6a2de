import type { PlatformRules } from './network.ts'

export const photonet: PlatformRules = {
  host: 'instagram.com',
  aliases: [],
  body: { max: 2_200, count: 'characters', required: false },
  title: null,
  media: {
    min: 1,
    max: 10,
    kinds: ['image', 'video'],
    mixed: true,
    pictures: {
      types: ['jpg', 'jpeg'],
      maxBytes: 8_000_000,
      altText: 1_000,
      // From 4:5 to 1.91:1.
      proportions: { min: 0.8, max: 1.91 },
    },
    videos: {
      max: 10,
      maxBytes: 300_000_000,
      seconds: { min: 3, max: 900 },
      proportions: { min: 0.01, max: 10 },
      maxWidth: 1_920,
    },
  },
  keptLink: 'in_text',
  comment: { max: 2_200 },
  requiredFields: [],
}
