import type { PostMetric } from '@atrium/contracts'

export const metricLabels: Readonly<Record<PostMetric['name'], string>> = {
  views: 'Views',
  likes: 'Likes',
  comments: 'Comments',
  shares: 'Shares',
  quotes: 'Quotes',
  score: 'Score',
}
