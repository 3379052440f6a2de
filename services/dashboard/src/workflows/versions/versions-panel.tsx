import type { WorkflowGraph } from '@atrium/contracts'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { late } from '../../platform/load-page.ts'
import { Problem } from '../../ui/problem.tsx'
import { useAuthorLabel } from '../../ui/use-author-label.ts'
import { When } from '../../ui/when.tsx'
import panels from '../canvas/panels.module.css'
import type { Palette } from '../graph/graph.ts'
import { versionsQuery } from './version-queries.ts'

const CompareDialog = late(async () => (await import('./compare-dialog.tsx')).CompareDialog)

/** The saved graphs of a workflow; one is shown beside the graph that is edited. */
export function VersionsPanel({
  id,
  graph,
  palette,
  onRestored,
  onClose,
}: {
  id: string
  graph: WorkflowGraph
  palette: Palette
  onRestored: () => void
  onClose: () => void
}) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(versionsQuery(id))
  const [shown, setShown] = useState<number>()
  const authorLabel = useAuthorLabel()
  const versions = data?.pages.flatMap(({ items }) => items)
  return (
    <section className={panels.inspector} aria-label="Versions">
      <div className={panels.head}>
        <h2 className={panels.title}>Versions</h2>
        <ActionIcon aria-label="Close the versions" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <p className={panels.hint}>
        Each save of the graph is kept. One opens beside the graph as it is now, or beside another one.
      </p>
      <div className={panels.scroll}>
        {isPending && <Skeleton h={120} mx={8} />}
        {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
        {versions?.length === 0 && <p className={panels.hint}>Nothing was saved yet.</p>}
        {versions !== undefined && (
          <ul className={panels.runs}>
            {versions.map(({ version, authorId, createdAt, restoredFrom }) => (
              <li key={version}>
                <button type="button" className={panels.run} onClick={() => setShown(version)}>
                  <strong>{version}</strong>
                  <span className="grow">
                    {authorLabel({ type: 'user', id: authorId })}
                    {restoredFrom !== null && `, as in ${restoredFrom}`}
                  </span>
                  <span className="quiet">
                    <When at={createdAt} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button variant="default" size="compact-md" mx={8} onClick={() => void fetchNextPage()}>
            Earlier ones
          </Button>
        )}
      </div>
      <Suspense>
        {shown !== undefined && (
          <CompareDialog
            id={id}
            version={shown}
            versions={versions?.map(({ version }) => version) ?? []}
            graph={graph}
            palette={palette}
            onRestored={onRestored}
            onClose={() => setShown(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}
