import { Box, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { changeOrgMutation, orgsQuery } from '../../platform/session/orgs.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { Row, Section, Tag } from '../section.tsx'
import { useRole } from '../use-role.ts'
import { DeleteOrgDialog, LeaveDialog } from './departure-dialogs.tsx'

/**
 * Lists the user's organisations: switch to another, create one, leave or delete the active one.
 */
export function OwnOrganisations() {
  const { org, isOwner } = useRole()
  const router = useRouter()
  const { data: orgs = [org] } = useQuery(orgsQuery)
  const [dialog, setDialog] = useState<'leave' | 'delete'>()
  const close = () => setDialog(undefined)
  const change = useMutation({
    ...changeOrgMutation(useQueryClient()),
    onSuccess: () => router.navigate({ to: '/' }),
    onError: toastRefusal(),
  })
  return (
    <>
      <Section
        title="Your organisations"
        action={
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/create-organisation" />}
          >
            New
          </Button>
        }
      >
        {orgs.map(({ id, name, slug }) => (
          <Row
            key={id}
            before={
              <Box
                className="disc bold"
                component="span"
                bdrs={8}
                fz={13}
                __vars={{ '--size': '32px' }}
                aria-hidden
              >
                {name.slice(0, 1).toUpperCase()}
              </Box>
            }
            named
            label={name}
            hint={slug}
          >
            {id === org.id ? (
              <Tag tone="good">Active</Tag>
            ) : (
              <BusyButton
                variant="default"
                aria-label={`Switch to ${name}`}
                loading={change.isPending && change.variables === id}
                onClick={() => change.mutate(id)}
              >
                Switch
              </BusyButton>
            )}
          </Row>
        ))}
      </Section>
      <Section title="Leave or delete" danger>
        <Row
          label={<>Leave {org.name}</>}
          hint="Your API keys for it stop working. The last owner cannot leave."
        >
          <Button variant="default" onClick={() => setDialog('leave')}>
            Leave
          </Button>
        </Row>
        <Row
          label={<>Delete {org.name}</>}
          hint={
            isOwner
              ? 'This permanently deletes its cards, posts, files, invoices and workflows for all members.'
              : 'Only an owner deletes an organisation.'
          }
        >
          <Button
            variant="default"
            c="var(--bad)"
            disabled={!isOwner}
            onClick={() => setDialog('delete')}
          >
            Delete
          </Button>
        </Row>
      </Section>
      {dialog === 'leave' && <LeaveDialog onClose={close} />}
      {dialog === 'delete' && <DeleteOrgDialog onClose={close} />}
    </>
  )
}
