import { IconCameraOff } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './check-in.module.css'
import { type CameraState, useCamera } from './use-camera.ts'

const words: Readonly<Record<Exclude<CameraState, 'on'>, string>> = {
  starting: 'The camera starts…',
  refused: 'The browser does not allow the camera. Allow it in the settings of this page, or type the codes.',
  missing: 'No camera is free here. Type the codes, or open this page on a phone.',
  insecure: 'A camera needs a secure address (https). Type the codes.',
}

/** The picture of the camera; each code that comes into it is handed on. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const state = useCamera(video, onCode)
  return (
    <div className={classes.camera} data-state={state}>
      <video ref={video} className={classes.video} aria-label="Picture of the camera" muted playsInline />
      {state !== 'on' && (
        <p className={`stack ${classes.cameraText}`} role="status">
          {state !== 'starting' && <IconCameraOff size={24} stroke={1.5} aria-hidden />}
          {words[state]}
        </p>
      )}
    </div>
  )
}
