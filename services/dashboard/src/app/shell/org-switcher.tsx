import { Menu } from '@mantine/core'
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useMe } from '../../platform/session/me.ts'
import { changeOrgMutation, orgsQuery } from '../../platform/session/orgs.ts'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import classes from './shell.module.css'

export function OrgSwitcher() {
  const { org } = useMe()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState(false)
  const { data: orgs = [] } = useQuery({ ...orgsQuery, enabled: opened })
  const change = useMutation({
    ...changeOrgMutation(queryClient),
    onSuccess: () => router.navigate({ to: '/' }),
    onError: toastRefusal(),
  })
  return (
    <Menu opened={opened} onChange={setOpened} width={216} position="bottom-start">
      <Menu.Target>
        <button type="button" className={`plain-button line firm ${classes.org}`}>
          <span className={`disc ${classes.orgMark}`} aria-hidden>
            {org?.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="clipped" style={{ flex: 1 }}>
            {org?.name}
          </span>
          <IconSelector size={16} className="glyph" aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  )
}
