import { Button, Group } from '@mantine/core'
import { IconCopy, IconDownload, IconKey } from '@tabler/icons-react'
import { useMe } from '../platform/me.ts'
import { copyText } from '../ui/copy-text.ts'
import classes from './settings.module.css'
import styles from './two-factor.module.css'

/** Recovery codes, which are shown once, to copy or to save as a file. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { user } = useMe()
  const save = () => {
    const text = `Recovery codes of Atrium for ${user.email}\nEach signs in once.\n\n${codes.join('\n')}\n`
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'atrium-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <div className="fields">
      <p className={classes.note} style={{ margin: 0 }}>
        <IconKey size={16} aria-hidden />
        <span>
          Keep them away from your phone. They are shown this once, and each signs in once when the phone is
          lost.
        </span>
      </p>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group justify="space-between">
        <Group gap={8}>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copyText(codes.join('\n'), 'The codes are copied')}
          >
            Copy
          </Button>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
            Save as a file
          </Button>
        </Group>
        <Button ml="auto" onClick={onDone}>
          I have kept them
        </Button>
      </Group>
    </div>
  )
}
