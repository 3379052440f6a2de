import { exportMe } from '@atrium/contracts'
import { Box, Button, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiOrigin } from '../../platform/page-facts.ts'
import {
  updateUserSettingsMutation,
  userSettingsQuery,
  useTheme,
} from '../../platform/records/settings.ts'
import { useMe } from '../../platform/session/me.ts'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { localeChoices, zoneChoices } from '../choices.ts'
import { Row, RowSkeleton, RowWords, Section, WaitingRows } from '../section.tsx'
import { SavedSelect, SavedText } from '../setting.tsx'
import classes from '../settings.module.css'
import { rename } from './security-queries.ts'

const refused = toastRefusal('Not saved')

export function Profile() {
  const { user } = useMe()
  const queryClient = useQueryClient()
  const query = useQuery(userSettingsQuery)
  const update = useMutation(updateUserSettingsMutation(queryClient))
  const settings = query.data
  return (
    <>
      <Section title="You">
        <SavedText
          label="Name"
          hint="Members of your organisations see it."
          value={user.name}
          maxLength={200}
          autoComplete="name"
          validate={(name) => (name === '' ? 'Enter a name' : null)}
          onSave={(name) => rename(queryClient, name)}
        />
        {settings === undefined ? (
          query.isError ? null : (
            <RowSkeleton />
          )
        ) : (
          <SavedText
            type="email"
            label="Notices go to"
            hint="Empty for the address that you sign in with."
            value={settings.notificationEmail}
            placeholder={user.email}
            maxLength={254}
            onSave={(email) =>
              update.mutateAsync({ notificationEmail: email === '' ? null : email })
            }
          />
        )}
      </Section>
      <Section title="Appearance">
        <Theme />
      </Section>
      <Section
        title="Region"
        lead="Only for you. What your organisation sends uses its own settings."
      >
        <WaitingRows query={query} rows={2} />
        {settings !== undefined && (
          <>
            <SavedSelect
              label="Time zone"
              value={settings.timezone}
              choices={zoneChoices}
              onSave={(timezone) => update.mutateAsync({ timezone })}
            />
            <SavedSelect
              label="Language and format"
              value={settings.locale}
              choices={localeChoices}
              onSave={(locale) => update.mutateAsync({ locale })}
            />
          </>
        )}
      </Section>
      <Section title="Your data">
        <Row
          label="Everything about you"
          hint="Your account and, in your organisations, your cards, posts, comments, accounts and agent tasks, without passwords and keys."
        >
          <Button
            component="a"
            variant="default"
            href={`${apiOrigin}${exportMe.path}`}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download
          </Button>
        </Row>
      </Section>
    </>
  )
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

function Theme() {
  const { theme, setTheme } = useTheme({ onError: refused })
  return (
    <div className={`row ${classes.setting}`}>
      <RowWords label="Theme" hint="Used on all your devices." />
      <Box className="column firm" w={{ base: '100%', sm: 280 }}>
        <SegmentedControl
          fullWidth
          aria-label="Theme"
          data={[...themes]}
          value={theme}
          onChange={(value) => setTheme(value as typeof theme)}
        />
      </Box>
    </div>
  )
}
