import { type OrgRole, orgRoles } from '@atrium/contracts'
import { Button, Menu } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toast.ts'
import { toastRefusal } from '../ui/toast-refusal.ts'
import { changeRoleMutation, type OrgMember } from './member-queries.ts'
import { type RuledMember, refusalOfRole, roleWords } from './member-rules.ts'
import { RowWords } from './section.tsx'
import { useRole } from './use-role.ts'

/** The role of a member, to change where the person may; what is refused has its reason below it. */
export function RoleMenu({ member, own, owners }: { member: OrgMember; own: RuledMember; owners: number }) {
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
            // Who lowered their own role has no power to take it back.
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
              rightSection={role === former ? <IconCheck size={14} aria-label="Present" /> : null}
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
