import { Box, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { When } from '../../ui/when.tsx'
import { metricLabels } from '../metric-labels.ts'
import { figuresQuery } from '../post-detail-queries.ts'
import { toReason } from '../to-reason.ts'
import classes from './post.module.css'

/** What the network counts for a published post. */
export function Figures({ id }: { id: string }) {
  const { data, error, isPending } = useQuery(figuresQuery(id))
  return (
    <section aria-labelledby="post-figures">
      <h3 id="post-figures" className={`title line ${classes.section}`}>
        Figures
      </h3>
      {isPending && <Skeleton h={48} />}
      {error !== null && data === undefined && (
        <p className="quiet" role="alert">
          {toReason(error)}
        </p>
      )}
      {data !== undefined && data.items.length === 0 && (
        <p className="quiet">The network does not state any figures for this post.</p>
      )}
      {data !== undefined && data.items.length > 0 && (
        <>
          <Group component="dl" gap="12px 28px" m={0}>
            {data.items.map(({ name, value }) => (
              <Box key={name}>
                <dt className="fine">{metricLabels[name]}</dt>
                <dd className="figures strong" style={{ margin: 0, fontSize: 18 }}>
                  {value.toLocaleString()}
                </dd>
              </Box>
            ))}
          </Group>
          <p className="fine" style={{ margin: '8px 0 0' }}>
            As of <When at={data.at} />
          </p>
        </>
      )}
    </section>
  )
}
