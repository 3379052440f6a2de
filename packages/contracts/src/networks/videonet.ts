import type { PostNetwork } from './network.ts'

export const videonet: PostNetwork = {
  rules: {
    host: 'youtube.com',
    aliases: ['youtu.be', 'm.youtube.com'],
    body: { max: 5_000, count: 'characters', required: false },
    title: { max: 100, required: true },
    media: { min: 1, max: 1, kinds: ['video'], mixed: false, uploadedAs: 'videoId' },
    keptLink: 'in_text',
    comment: { max: 10_000 },
    requiredFields: [],
  },
}
