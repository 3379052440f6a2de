import { type ComposerSpec, composerUrl, type PlatformRules } from './network.ts'

export const forumnet: PlatformRules = {
  host: 'reddit.com',
  aliases: ['old.reddit.com', 'redd.it'],
  body: { max: 40_000, count: 'characters', required: false },
  title: { max: 300, required: true },
  media: {
    min: 0,
    max: 1,
    kinds: ['image', 'video'],
    mixed: false,
    pictures: { types: ['jpg', 'jpeg', 'png', 'gif'], maxBytes: 20_000_000 },
    videos: { max: 1, maxBytes: 1_000_000_000, seconds: { min: 2, max: 900 } },
  },
  keptLink: 'preview',
  linkSeparator: '\n\n',
  comment: { max: 10_000 },
  requiredFields: ['subreddit'],
}

export const forumnetComposer: ComposerSpec = {
  carries: ['title', 'body', 'link'],
  build({ title, text, link, fields }) {
    const forum =
      typeof fields['subreddit'] === 'string' ? fields['subreddit'].replace(/^\/?r\//, '') : ''
    const base = `https://www.reddit.com/${forum === '' ? '' : `r/${encodeURIComponent(forum)}/`}submit`
    if (text === '' && link !== null) return composerUrl(base, { title, url: link })
    const withLink = link === null || text.includes(link) ? text : `${text}\n\n${link}`
    return composerUrl(base, { title, text: withLink })
  },
}
