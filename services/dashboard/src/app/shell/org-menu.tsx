import { Menu } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useMe } from '../../platform/me.ts'
import { changeOrgMutation, orgsQuery } from '../../platform/orgs.ts'
import { LateDropdown } from '../../ui/late-dropdown.tsx'
import type { LateMenuProps } from '../../ui/late-menu.tsx'
import { toastRefusal } from '../../ui/toast-refusal.ts'

export function OrgMenu(menu: LateMenuProps) {
  const { org } = useMe()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { data: orgs = [] } = useQuery({ ...orgsQuery, enabled: menu.opened })
  const change = useMutation({
    ...changeOrgMutation(queryClient),
    onSuccess: () => router.navigate({ to: '/' }),
    onError: toastRefusal(),
  })
  return (
    <LateDropdown {...menu} width={216} position="bottom-start">
      <Menu.Label>Organisations</Menu.Label>
      {orgs.map(({ id, name }) => (
        <Menu.Item
          key={id}
          onClick={() => id !== org?.id && change.mutate(id)}
          rightSection={id === org?.id ? <IconCheck size={14} aria-label="Active" /> : null}
        >
          {name}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        component={Link}
        to="/create-organisation"
        leftSection={<IconPlus size={14} aria-hidden />}
      >
        New organisation
      </Menu.Item>
    </LateDropdown>
  )
}
