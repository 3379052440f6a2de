import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import classes from '../canvas/panels.module.css'
import { estimateQuery } from './estimate-query.ts'
import { estimateWords } from './estimate-words.ts'

/** The credits that the next run takes, with the way to more of them where they do not cover it. */
export function RunEstimate({ id }: { id: string }) {
  const { data } = useQuery(estimateQuery(id))
  const words = data && estimateWords(data)
  if (words === undefined) return null
  return (
    <p className={`fine ${classes.hint}`}>
      {words}
      {data?.covered === false && (
        <>
          {' '}
          That may not cover a run:{' '}
          <Link to="/settings/{-$page}" params={{ page: 'billing' }} search={{}}>
            top up or raise the limit
          </Link>
          .
        </>
      )}
    </p>
  )
}
