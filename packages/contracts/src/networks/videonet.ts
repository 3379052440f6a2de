import type { PlatformRules } from './network.ts'

export const videonet: PlatformRules = {
  host: 'youtube.com',
  aliases: ['youtu.be', 'm.youtube.com'],
  body: { max: 5_000, count: 'bytes', required: false, refused: ['<', '>'] },
  title: { max: 100, required: true, refused: ['<', '>'] },
  media: {
    min: 1,
    max: 1,
    kinds: ['video'],
    mixed: false,
    uploadedAs: 'videoId',
    pictures: null,
    videos: { max: 1, maxBytes: 256_000_000_000, seconds: { min: 0, max: 43_200 } },
  },
  keptLink: 'in_text',
  comment: { max: 10_000, count: 'characters' },
  requiredFields: [],
}
