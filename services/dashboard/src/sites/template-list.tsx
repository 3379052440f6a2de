import type { Template } from '@atrium/contracts'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconTemplate, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFirstContent } from '../platform/first-content.ts'
import { useStanding } from '../platform/use-standing.ts'
import { deleteLater } from '../ui/delete-later.ts'
import { Empty } from '../ui/empty.tsx'
import { useLeaving } from '../ui/leaving.ts'
import { Problem } from '../ui/problem.tsx'
import { When } from '../ui/when.tsx'
import { removeTemplate, templatesQuery } from './site-queries.ts'
import classes from './sites.module.css'

/** The templates that sites are made from. */
export function TemplateList() {
  const query = useInfiniteQuery(templatesQuery)
  const { error, isPending } = useStanding(query)
  const leaving = useLeaving()
  useFirstContent(!isPending)
  if (isPending) {
    return (
      <div aria-busy="true">
        <Skeleton h={208} radius="lg" />
      </div>
    )
  }
  if (error !== null) return <Problem error={error} onRetry={() => void query.refetch()} />
  const templates = (query.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ id }) => !leaving.has(id))
  if (templates.length === 0 && !query.hasNextPage) {
    return (
      <Empty
        icon={IconTemplate}
        title="No template yet"
        action={
          <Button
            renderRoot={(props) => <Link {...props} to="/sites/templates/{-$id}" params={{ id: 'new' }} />}
          >
            Write a template
          </Button>
        }
      >
        A template is HTML with variables that a site fills in. A new site can also begin with a ready one.
      </Empty>
    )
  }
  return (
    <>
      <ul className="card" style={{ marginTop: 8 }} aria-label="Templates">
        {templates.map((template) => (
          <Row key={template.id} template={template} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="subtle"
          mt={8}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function Row({ template: { id, name, description, variables, updatedAt } }: { template: Template }) {
  const queryClient = useQueryClient()
  const count = variables.length === 1 ? '1 variable' : `${variables.length} variables`
  return (
    <li className={`hoverable ${classes.row}`}>
      <span className={`words ${classes.words}`}>
        <Link to="/sites/templates/{-$id}" params={{ id: id }} className={classes.name}>
          {name}
        </Link>
        <span className="quiet">
          {description === '' ? count : `${description} ${count}`}, changed <When at={updatedAt} />
        </span>
      </span>
      <span className={classes.actions}>
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Use ${name} for a site`}
          renderRoot={(props) => <Link {...props} to="/sites" search={{ create: id }} />}
        >
          Use
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Delete ${name}`}
          onClick={() =>
            deleteLater({ id, name: 'The template', send: () => removeTemplate(queryClient, id) })
          }
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  )
}
