import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useStanding } from '../../platform/records/queries.ts'
import { Problem } from '../../ui/feedback/problem.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { templateQuery } from '../site-queries.ts'
import classes from '../sites.module.css'
import { TemplateEditor } from './template-editor.tsx'

export function OneTemplate({ id }: { id: string }) {
  const isNew = id === 'new'
  const query = useQuery({ ...templateQuery(id), enabled: !isNew })
  const { error, isPending } = useStanding(query)
  if (isNew) return <TemplateEditor template={undefined} />
  if (error === null && !isPending && query.data !== undefined) {
    return <TemplateEditor key={id} template={query.data} />
  }
  return (
    <>
      <PageHeader title="Template" />
      {error === null ? (
        <div className={classes.editor} aria-busy="true" data-wide>
          <Skeleton h={480} radius="lg" />
          <Skeleton h={480} radius="lg" />
        </div>
      ) : (
        <Problem error={error} onRetry={() => void query.refetch()} />
      )}
    </>
  )
}
