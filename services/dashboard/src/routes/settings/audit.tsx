import type { AuditEntry } from '@atrium/contracts'
import { Button, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { apiOrigin } from '../../platform/page-facts.ts'
import {
  type AuditChoice,
  auditFile,
  auditQuery,
} from '../../settings/organisation/audit-queries.ts'
import {
  actionChoices,
  actionLabel,
  actorLabel,
  detailLabel,
  targetLabel,
} from '../../settings/organisation/audit-words.ts'
import { membersQuery } from '../../settings/organisation/member-queries.ts'
import { OnlyAdmins, RecordSection, Row } from '../../settings/section.tsx'
import classes from '../../settings/settings.module.css'
import { useRole } from '../../settings/use-role.ts'
import { Page } from '../../ui/page/page-header.tsx'
import { usePageNavigate } from '../../ui/page/use-page-navigate.ts'
import { When } from '../../ui/when.tsx'

const route = getRouteApi('/inside/settings/{-$page}')

/** Shows the organisation's audit log. The address keeps the filters. */
export function AuditPage() {
  const { isAdmin } = useRole()
  const { action, person } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const knownChoice = actionChoices.find(({ value }) => value === action)
  const choice: AuditChoice = { action: knownChoice?.value, actorId: person }
  return (
    <Page
      title="Activity log"
      actions={
        isAdmin && (
          <Button
            component="a"
            href={`${apiOrigin}${auditFile(choice)}`}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Export
          </Button>
        )
      }
    >
      {isAdmin ? (
        <Entries
          choice={choice}
          onChoice={(to) =>
            void navigate({ search: { action: to.action, person: to.actorId }, replace: true })
          }
        />
      ) : (
        <OnlyAdmins>Owners and admins see what was done in the organisation.</OnlyAdmins>
      )}
    </Page>
  )
}

function Entries({
  choice,
  onChoice,
}: {
  choice: AuditChoice
  onChoice: (choice: AuditChoice) => void
}) {
  const { org } = useRole()
  const query = useInfiniteQuery(auditQuery(org.id, choice))
  const { data: members } = useQuery(membersQuery(org.id))
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <RecordSection
      title="Actions"
      lead="Sign-ins and changes to members, keys, accounts, settings, secrets and money."
      above={
        <div className={`row ${classes.setting}`}>
          <Select
            aria-label="Action"
            placeholder="Every action"
            clearable
            searchable
            flex={1}
            data={actionChoices}
            value={choice.action ?? null}
            onChange={(action) => onChoice({ ...choice, action: action ?? undefined })}
          />
          <Select
            aria-label="Member"
            placeholder="Everybody"
            clearable
            flex={1}
            data={(members ?? []).map(({ userId, user }) => ({ value: userId, label: user.name }))}
            value={choice.actorId ?? null}
            onChange={(actorId) => onChoice({ ...choice, actorId: actorId ?? undefined })}
          />
        </div>
      }
      query={query}
      records={entries}
      rows={3}
      empty="No action matches these filters."
      row={(entry) => <EntryRow key={entry.id} entry={entry} />}
    />
  )
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const target = targetLabel(entry)
  const detail = detailLabel(entry)
  return (
    <Row
      named
      label={
        <>
          {actionLabel(entry)}
          {target !== undefined && (
            <>
              {': '}
              <bdi>{target}</bdi>
            </>
          )}
        </>
      }
      hint={
        <>
          <bdi>{actorLabel(entry)}</bdi>
          {entry.ip !== null && ` · ${entry.ip}`}
          {detail !== '' && (
            <>
              {' · '}
              <bdi>{detail}</bdi>
            </>
          )}
        </>
      }
    >
      <span className="quiet">
        <When at={entry.at} />
      </span>
    </Row>
  )
}
