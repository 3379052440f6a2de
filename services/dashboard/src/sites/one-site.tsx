import { Button, Skeleton } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useStanding } from '../platform/records/queries.ts'
import { deleteLater } from '../ui/feedback/delete-later.ts'
import { Problem } from '../ui/feedback/problem.tsx'
import { Empty } from '../ui/page/empty.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'
import { SiteEditor } from './site-editor.tsx'
import { instanceQuery, removeSite, siteQuery, templateQuery } from './site-queries.ts'
import classes from './sites.module.css'

export function OneSite({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const navigate = usePageNavigate(useNavigate())
  const site = useQuery(siteQuery(id))
  const instanceId = site.data?.instanceId ?? ''
  const instance = useQuery({ ...instanceQuery(instanceId), enabled: instanceId !== '' })
  const templateId = instance.data?.templateId ?? ''
  const template = useQuery({ ...templateQuery(templateId), enabled: templateId !== '' })
  const { error } = useStanding({
    data: site.data && (instanceId === '' || template.data),
    error: site.error ?? instance.error ?? template.error,
  })
  const retry = () =>
    void Promise.all([site, instance, template].map((query) => query.isError && query.refetch()))
  if (error !== null) {
    return (
      <>
        <PageHeader title="Site" />
        <Problem error={error} onRetry={retry} />
      </>
    )
  }
  if (site.data !== undefined && site.data.instanceId === null) {
    const gone = site.data
    return (
      <>
        <PageHeader title={gone.name} />
        <Empty
          icon={IconFileOff}
          title="The content of this site is deleted"
          action={
            <Button
              variant="default"
              onClick={() => {
                deleteLater({ id, name: 'The site', send: () => removeSite(queryClient, gone) })
                void navigate({ to: '/sites' })
              }}
            >
              Delete the site
            </Button>
          }
        >
          {gone.status === 'published'
            ? `The published page stays as it is at ${gone.url}.`
            : 'It cannot be published again.'}
        </Empty>
      </>
    )
  }
  if (site.data === undefined || instance.data === undefined || template.data === undefined) {
    return (
      <>
        <PageHeader title={site.data?.name ?? 'Site'} />
        <div className={classes.editor} aria-busy="true">
          <Skeleton h={480} radius="lg" />
          <Skeleton h={480} radius="lg" />
        </div>
      </>
    )
  }
  return <SiteEditor key={id} site={site.data} instance={instance.data} template={template.data} />
}
