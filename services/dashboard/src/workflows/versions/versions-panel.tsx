import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ShowMore } from '../../ui/page/show-more.tsx'
import { usePlace } from '../../ui/records/record-list.tsx'
import { useAuthorLabel } from '../../ui/text/use-author-label.ts'
import { When } from '../../ui/when.tsx'
import { Panel, type PanelProps } from '../canvas/panel.tsx'
import panels from '../canvas/panels.module.css'
import { CompareDialog } from './compare-dialog.tsx'
import { versionsQuery } from './version-queries.ts'

export function VersionsPanel(props: PanelProps) {
  const query = useInfiniteQuery(versionsQuery(props.id))
  const place = usePlace(query, 120)
  const [shown, setShown] = useState<number>()
  const authorLabel = useAuthorLabel()
  const versions = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Panel title="Versions" isTitled>
      <p className={`fine ${panels.hint}`}>
        Atrium keeps every saved version. Open a version to compare it with the current one or with
        another version.
      </p>
      <div className={panels.scroll}>
        {place}
        {query.data !== undefined && versions.length === 0 && (
          <p className={`fine ${panels.hint}`}>No saved versions yet.</p>
        )}
        <ul className="plain-list column">
          {versions.map(({ version, authorId, createdAt, restoredFrom }) => (
            <li key={version}>
              <button type="button" className={panels.run} onClick={() => setShown(version)}>
                <strong>Version {version}</strong>
                <span className="grow">
                  {authorLabel({ type: 'user', id: authorId })}
                  {restoredFrom !== null && `, restored from ${restoredFrom}`}
                </span>
                <span className="quiet">
                  <When at={createdAt} />
                </span>
              </button>
            </li>
          ))}
        </ul>
        <ShowMore query={query} label="Earlier ones" size="compact-md" mx={8} />
      </div>
      {shown !== undefined && (
        <CompareDialog
          {...props}
          version={shown}
          versions={versions.map(({ version }) => version)}
          onClose={() => setShown(undefined)}
        />
      )}
    </Panel>
  )
}
