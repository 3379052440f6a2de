import { Box, Button, Menu } from '@mantine/core'
import { IconCopy, IconMail, IconSend, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { copyText } from '../../ui/text/copy-text.ts'
import { When } from '../../ui/when.tsx'
import { Row, Section, Tag, WaitingRows } from '../section.tsx'
import { useRole } from '../use-role.ts'
import {
  invitationLink,
  invitationsQuery,
  inviteMutation,
  type OpenInvitation,
  revokeInvitationMutation,
} from './member-queries.ts'
import { roleWords } from './member-rules.ts'

export function Invitations({ onInvite }: { onInvite: () => void }) {
  const { org } = useRole()
  const query = useQuery(invitationsQuery(org.id))
  return (
    <Section
      title="Invitations"
      lead="Each works only for the invited address."
      action={
        <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={onInvite}>
          Invite
        </Button>
      }
    >
      <WaitingRows query={query} />
      {query.data?.length === 0 && (
        <Row
          before={<IconMail size={20} stroke={1.5} className="glyph" aria-hidden />}
          hint="No open invitations. Invite the people you work with. They get a link by mail."
        />
      )}
      {query.data?.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </Section>
  )
}

function InvitationRow({
  invitation: { id, email, role, expiresAt },
}: {
  invitation: OpenInvitation
}) {
  const { org } = useRole()
  const queryClient = useQueryClient()
  const failed = { onError: toastRefusal() }
  const send = useMutation({ ...inviteMutation(queryClient, org.id), ...failed })
  const revoke = useMutation({ ...revokeInvitationMutation(queryClient), ...failed })
  const expired = Date.parse(expiresAt) < Date.now()
  return (
    <Row
      before={
        <Box
          className="disc bold"
          component="span"
          fz={13}
          __vars={{ '--size': '32px' }}
          aria-hidden
        >
          <IconMail size={16} stroke={1.75} />
        </Box>
      }
      named
      label={email}
      hint={
        <>
          {roleWords[role][0]} · {expired ? 'expired' : 'expires'} <When at={expiresAt} />
        </>
      }
    >
      {expired && <Tag tone="warn">Expired</Tag>}
      <ActionsMenu label={`Actions for the invitation of ${email}`}>
        <Menu.Item
          leftSection={<IconSend size={14} aria-hidden />}
          onClick={() =>
            send.mutate(
              { email, role, resend: true },
              { onSuccess: () => toast(`The invitation is on its way to ${email} again`) },
            )
          }
        >
          Send again
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copyText(invitationLink({ id, email }), 'The link is copied')}
        >
          Copy the link
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          c="var(--bad)"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() =>
            revoke.mutate(id, {
              onSuccess: () =>
                toast(`The invitation of ${email} is revoked`, {
                  action: { label: 'Invite again', run: () => send.mutate({ email, role }) },
                }),
            })
          }
        >
          Revoke
        </Menu.Item>
      </ActionsMenu>
    </Row>
  )
}
