import { AtriumError } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CompareVersions } from '../skills/compare-versions.tsx'
import { SkillPage as Page } from '../skills/skill-page.tsx'
import { skillQuery } from '../skills/skill-queries.ts'
import { SkillsLink } from '../skills/skills-link.tsx'
import { NotFound } from '../ui/page/not-found.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'
import { Waiting } from '../ui/page/waiting.tsx'

const route = getRouteApi('/inside/writing-guides/$id')

export function SkillPage() {
  const { id } = route.useParams()
  const { version, with: other } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const query = useQuery(skillQuery(id))
  const skill = query.data
  const isGone = query.error instanceof AtriumError && query.error.status === 404
  const show = (search: { version?: number; with?: number }) =>
    void navigate({ search, replace: true })
  return (
    <>
      <PageHeader title={skill?.name ?? 'Writing guide'} />
      <div className="page">
        <SkillsLink />
        {skill !== undefined ? (
          <Page skill={skill} onCompare={(n) => void navigate({ search: { version: n } })} />
        ) : isGone ? (
          <NotFound />
        ) : (
          <Waiting query={query} height={400} radius="lg" />
        )}
      </div>
      {skill !== undefined && version !== undefined && (
        <CompareVersions
          skill={skill}
          version={version}
          other={other ?? skill.version}
          onChoose={(earlier, later) => show({ version: earlier, with: later })}
          onClose={() => show({})}
        />
      )}
    </>
  )
}
