import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Skills } from '../skills/skills.tsx'
import { Page } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/writing-guides')

export function SkillsPage() {
  const search = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  return (
    <Page
      title="Writing guides"
      actions={
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/writing-guides/new" />}
        >
          New writing guide
        </Button>
      }
    >
      <Skills search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
    </Page>
  )
}
