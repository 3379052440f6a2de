import type { TimelineEntry } from '@atrium/contracts'
import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../../platform/records/shared-queries.ts'
import { useMe } from '../../platform/session/me.ts'
import { authorLabel } from './author-label.ts'

export function useAuthorLabel(): (author: TimelineEntry['author']) => string {
  const { user } = useMe()
  const { data } = useQuery(membersQuery)
  return (author) => {
    if (author.id === user.id && author.via === undefined) return 'You'
    const name =
      author.id === user.id ? 'you' : data?.find(({ userId }) => userId === author.id)?.user.name
    return authorLabel(author, data === undefined && name === undefined ? 'a member' : name)
  }
}
