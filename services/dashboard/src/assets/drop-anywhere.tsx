import '@mantine/dropzone/styles.css'
import { Dropzone } from '@mantine/dropzone'
import { IconCloudUpload } from '@tabler/icons-react'
import classes from './assets.module.css'

export const DropAnywhere = ({
  lane,
  onFiles,
}: {
  lane: string
  onFiles: (files: File[]) => void
}) => (
  <Dropzone.FullScreen
    onDrop={onFiles}
    withinPortal={false}
    activateOnKeyboard={false}
    inputProps={{ tabIndex: -1, 'aria-hidden': true }}
    classNames={{ fullScreen: classes.dropScreen ?? '', inner: classes.dropInner ?? '' }}
  >
    <IconCloudUpload size={32} stroke={1.5} aria-hidden />
    <span className="bold" style={{ marginTop: 8, fontSize: 16 }} aria-hidden>
      Drop to store
    </span>
    <span className="quiet" aria-hidden>
      {lane}
    </span>
  </Dropzone.FullScreen>
)
