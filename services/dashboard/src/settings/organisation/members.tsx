import { foldText } from '@atrium/contracts'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../platform/session/me.ts'
import { Waiting } from '../../ui/page/waiting.tsx'
import { textField } from '../../ui/text/text-field.ts'
import { OnlyAdmins, Row, Section } from '../section.tsx'
import { useRole } from '../use-role.ts'
import { Invitations } from './invitations.tsx'
import { membersQuery } from './member-queries.ts'
import { MemberRow } from './member-row.tsx'

const pageOfRows = 100
const searchedFrom = 8

export function Members({ onInvite }: { onInvite: () => void }) {
  const { org, isAdmin } = useRole()
  const { user } = useMe()
  const query = useQuery(membersQuery(org.id))
  const [wanted, setWanted] = useState('')
  const [shown, setShown] = useState(pageOfRows)
  const members = query.data ?? []
  const text = foldText(wanted.trim())
  const found = members.filter(({ user: { name, email } }) =>
    foldText(`${name} ${email}`).includes(text),
  )
  const owners = members.filter(({ role }) => role === 'owner').length
  return (
    <>
      <OnlyAdmins>Owners and admins invite, remove and change the roles of members.</OnlyAdmins>
      {isAdmin && <Invitations onInvite={onInvite} />}
      <Section
        title={
          query.data === undefined
            ? 'Members'
            : `${members.length} ${members.length === 1 ? 'member' : 'members'}`
        }
        action={
          members.length > searchedFrom && (
            <TextInput
              aria-label="Find a member"
              placeholder="Find a member"
              leftSection={<IconSearch size={16} aria-hidden />}
              {...textField(wanted, setWanted)}
            />
          )
        }
      >
        <Waiting query={query}>
          {[1, 2, 3].map((row) => (
            <MemberSkeleton key={row} />
          ))}
        </Waiting>
        {found.slice(0, shown).map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            own={{ userId: user.id, role: org.role }}
            owners={owners}
          />
        ))}
        {query.isSuccess && found.length === 0 && (
          <Row hint={<>No member has “{wanted.trim()}” in the name or address.</>} />
        )}
        {found.length > shown && (
          <div className="row">
            <Button variant="default" fullWidth onClick={() => setShown(shown + pageOfRows)}>
              Show more
            </Button>
          </div>
        )}
      </Section>
    </>
  )
}

const MemberSkeleton = () => (
  <div className="row">
    <Skeleton circle h={32} w={32} />
    <span className="words">
      <Skeleton h={12} w={140} />
      <Skeleton h={10} w={200} mt={8} />
    </span>
    <Skeleton h={30} w={96} />
  </div>
)
