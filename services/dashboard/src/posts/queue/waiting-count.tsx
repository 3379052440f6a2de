import { useQuery } from '@tanstack/react-query'
import { waitsForReview } from '../post-card.ts'
import { stateQuery } from '../post-queries.ts'
import classes from '../posts.module.css'

export function WaitingCount() {
  const { data } = useQuery(stateQuery('draft'))
  const count =
    data?.items.filter((card) => card.status === 'draft' && waitsForReview(card)).length ?? 0
  if (count === 0) return null
  return (
    <span className={`figures ${classes.waiting}`}>
      {count}
      {data !== undefined && data.total > data.items.length && '+'}
    </span>
  )
}
