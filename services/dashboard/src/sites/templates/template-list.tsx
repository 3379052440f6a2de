import type { Template } from '@atrium/contracts'
import { ActionIcon, Box, Button } from '@mantine/core'
import { IconTemplate, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deleteLater } from '../../ui/feedback/delete-later.ts'
import { Empty } from '../../ui/page/empty.tsx'
import { RecordList } from '../../ui/records/record-list.tsx'
import { When } from '../../ui/when.tsx'
import { removeTemplate, templatesQuery } from '../site-queries.ts'
import classes from '../sites.module.css'

export const TemplateList = () => (
  <RecordList
    label="Templates"
    query={useInfiniteQuery(templatesQuery)}
    height={208}
    row={(template) => <Row key={template.id} template={template} />}
    empty={
      <Empty
        icon={IconTemplate}
        title="No templates yet"
        action={
          <Button
            renderRoot={(props) => (
              <Link {...props} to="/sites/templates/{-$id}" params={{ id: 'new' }} />
            )}
          >
            Write a template
          </Button>
        }
      >
        A template is HTML with variables that a site fills in. A new site can also begin with a
        ready one.
      </Empty>
    }
  />
)

function Row({
  template: { id, name, description, variables, updatedAt },
}: {
  template: Template
}) {
  const queryClient = useQueryClient()
  const count = variables.length === 1 ? '1 variable' : `${variables.length} variables`
  return (
    <Box component="li" className="row hoverable" pos="relative">
      <span className="words own-line">
        <Link
          to="/sites/templates/{-$id}"
          params={{ id }}
          data-row
          className={`strong ${classes.name}`}
        >
          {name}
        </Link>
        <span className="quiet">
          {description === '' ? count : `${description} ${count}`}, changed <When at={updatedAt} />
        </span>
      </span>
      <span className={`line firm ${classes.actions}`}>
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Use ${name} for a site`}
          renderRoot={(props) => <Link {...props} to="/sites" search={{ create: id }} />}
        >
          Use
        </Button>
        <ActionIcon
          size="lg"
          aria-label={`Delete ${name}`}
          onClick={() =>
            deleteLater({ id, name: 'The template', send: () => removeTemplate(queryClient, id) })
          }
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </span>
    </Box>
  )
}
