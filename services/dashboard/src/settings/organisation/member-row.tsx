import { type OrgRole, orgRoles } from '@atrium/contracts'
import { Box, Button, Menu } from '@mantine/core'
import { IconCheck, IconDoorExit, IconSelector, IconUserMinus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { QuestionDialog } from '../../ui/dialogs/question-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { When } from '../../ui/when.tsx'
import { Row, RowWords } from '../section.tsx'
import classes from '../settings.module.css'
import { useRole } from '../use-role.ts'
import { LeaveDialog } from './departure-dialogs.tsx'
import { changeRoleMutation, type OrgMember, removeMemberMutation } from './member-queries.ts'
import { type RuledMember, refusalOfRemoval, refusalOfRole, roleWords } from './member-rules.ts'

/** Shows a member, the role, and the actions that the user may take. */
export function MemberRow({
  member,
  own,
  owners,
}: {
  member: OrgMember
  own: RuledMember
  owners: number
}) {
  const { org } = useRole()
  const { name, email } = member.user
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const remove = useMutation(removeMemberMutation(useQueryClient(), org.id))
  const isSelf = member.userId === own.userId
  const refusal = refusalOfRemoval({ own, target: member, owners })
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
          {(name.trim() || email).slice(0, 1).toUpperCase()}
        </Box>
      }
      named
      label={
        <>
          <bdi>{name || email}</bdi>
          {isSelf && <span className="quiet"> (you)</span>}
        </>
      }
      hint={
        <>
          <span className={classes.email}>{email}</span>
          <span className={classes.between}> · </span>
          joined <When at={member.createdAt} />
        </>
      }
    >
      <RoleMenu member={member} own={own} owners={owners} />
      <ActionsMenu label={`Actions for ${name || email}`} width={240}>
        <Menu.Item
          disabled={refusal !== undefined}
          {...(refusal === undefined ? { c: 'var(--bad)' } : {})}
          leftSection={
            isSelf ? (
              <IconDoorExit size={14} aria-hidden />
            ) : (
              <IconUserMinus size={14} aria-hidden />
            )
          }
          onClick={() => setAsking(true)}
        >
          {isSelf ? 'Leave' : 'Remove'}
        </Menu.Item>
        {refusal !== undefined && <Menu.Label>{refusal}</Menu.Label>}
      </ActionsMenu>
      {asking && isSelf && <LeaveDialog onClose={close} />}
      {asking && !isSelf && (
        <QuestionDialog
          title={`Remove ${name || email}?`}
          action="Remove"
          error={remove.error}
          pending={remove.isPending}
          onConfirm={() =>
            remove.mutate(member.id, {
              onSuccess: () => {
                close()
                toast(`${name || email} is removed`)
              },
            })
          }
          onClose={close}
        >
          This member and their API keys lose access immediately. Cards and posts stay. They need a
          new invitation to return.
        </QuestionDialog>
      )}
    </Row>
  )
}

/**
 * Lets the user change a member's role if allowed. Shows the reason below if the platform rejects
 * the change.
 */
export function RoleMenu({
  member,
  own,
  owners,
}: {
  member: OrgMember
  own: RuledMember
  owners: number
}) {
  const { org } = useRole()
  const change = useMutation(changeRoleMutation(useQueryClient(), org.id))
  const { role: former, id: memberId } = member
  const give = (role: OrgRole, undo = false) =>
    change.mutate(
      { memberId, role },
      {
        onError: toastRefusal('The role is not changed'),
        onSuccess: () =>
          undo ||
          toast(`${member.user.name} is ${roleWords[role][0].toLowerCase()} now`, {
            // A user who lowers their own role cannot undo it.
            ...(member.userId === own.userId
              ? {}
              : { action: { label: 'Undo', run: () => give(former, true) } }),
          }),
      },
    )
  return (
    <Menu position="bottom-end" width={288}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--text)"
          size="compact-sm"
          rightSection={<IconSelector size={14} color="var(--quiet)" aria-hidden />}
          aria-label={`Role of ${member.user.name}: ${roleWords[former][0]}`}
        >
          {roleWords[former][0]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {orgRoles.map((role) => {
          const refusal = refusalOfRole({ own, target: member, owners }, role)
          const [label, text] = roleWords[role]
          return (
            <Menu.Item
              key={role}
              disabled={refusal !== undefined}
              rightSection={role === former ? <IconCheck size={14} aria-label="Current" /> : null}
              onClick={() => role !== former && give(role)}
            >
              <RowWords label={label} hint={refusal ?? text} />
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
