import { type ComposerSpec, composerUrl, type PlatformRules } from './network.ts'

export const pronet: PlatformRules = {
  host: 'linkedin.com',
  aliases: ['lnkd.in'],
  body: { max: 3_000, count: 'characters', required: true },
  title: null,
  media: {
    min: 0,
    max: 20,
    kinds: ['image', 'video'],
    mixed: false,
    pictures: { types: ['jpg', 'jpeg', 'png', 'gif'], maxBytes: 36_000_000, altText: 4_086 },
    videos: { max: 1, maxBytes: 500_000_000, seconds: { min: 3, max: 1_800 } },
  },
  keptLink: 'preview',
  comment: { max: 1_250 },
  requiredFields: [],
}

export const pronetComposer: ComposerSpec = {
  carries: ['body', 'link'],
  build: ({ text, link }) =>
    composerUrl('https://www.linkedin.com/feed/', {
      shareActive: 'true',
      text: link === null || text.includes(link) ? text : text === '' ? link : `${text}\n${link}`,
    }),
}
