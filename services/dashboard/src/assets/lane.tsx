import { Checkbox, Group, NativeSelect } from '@mantine/core'
import type { Upload } from '../platform/files/create-uploads.ts'
import classes from './assets.module.css'

interface LaneProps {
  readonly lane: Upload['visibility']
  readonly words: string
  readonly onChange: (lane: Upload['visibility']) => void
  readonly keepMetadata: boolean
  readonly onKeepMetadata: (keep: boolean) => void
}

export const Lane = ({ lane, words, onChange, keepMetadata, onKeepMetadata }: LaneProps) => (
  <Group className="quiet firm" mih={46} p="0 var(--gutter) 16px" style={{ gap: '4px 8px' }}>
    <label htmlFor="lane">New files are</label>
    <NativeSelect
      id="lane"
      size="xs"
      w={100}
      h={30}
      aria-describedby="lane-words"
      data={[
        { value: 'pub', label: 'Public' },
        { value: 'priv', label: 'Private' },
      ]}
      value={lane}
      onChange={({ currentTarget: { value } }) => onChange(value as Upload['visibility'])}
    />
    <span id="lane-words">{words}</span>
    <Checkbox
      size="xs"
      label="Keep location and camera data"
      title="Photos and videos say where and with which device they were taken. This is removed unless you keep it."
      checked={keepMetadata}
      onChange={({ currentTarget: { checked } }) => onKeepMetadata(checked)}
    />
    <span className={`wide-only ${classes.caps}`}>
      Images to 5 MB, audio to 50 MB, video to 512 MB
    </span>
  </Group>
)
