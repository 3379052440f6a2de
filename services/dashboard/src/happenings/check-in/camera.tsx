import { Box, Stack } from '@mantine/core'
import { IconCameraOff } from '@tabler/icons-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './check-in.module.css'
import { createNewCode } from './new-code.ts'

/** The part of the Shape Detection API used by the check-in. */
interface CodeDetector {
  detect(video: HTMLVideoElement): Promise<ReadonlyArray<{ readonly rawValue: string }>>
}

interface NativeDetector {
  new (options: { formats: string[] }): CodeDetector
  getSupportedFormats(): Promise<readonly string[]>
}

const formats = ['qr_code'] as const

const supported = (detector: NativeDetector): Promise<readonly string[]> =>
  detector.getSupportedFormats().catch((): readonly string[] => [])

/** Returns the browser's QR code detector, or loads a library if the browser has none. */
async function createCodeDetector(): Promise<CodeDetector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeDetector }
  if (Native !== undefined && (await supported(Native)).includes('qr_code')) {
    return new Native({ formats: [...formats] })
  }
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: [...formats] })
}

const words: Readonly<Record<Exclude<CameraState, 'on'>, string>> = {
  starting: 'The camera starts…',
  refused:
    'The browser does not allow the camera. Allow it in the settings of this page, or type the codes.',
  missing: 'No camera is free here. Type the codes, or open this page on a phone.',
  insecure: 'A camera needs a secure address (https). Type the codes.',
}

export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const state = useCamera(video, onCode)
  return (
    <div className={classes.camera} data-state={state}>
      <Box
        ref={video}
        component="video"
        w="100%"
        h="100%"
        style={{ objectFit: 'cover' }}
        aria-label="Picture of the camera"
        muted
        playsInline
      />
      {state !== 'on' && (
        <Stack
          className="flush"
          component="p"
          pos="absolute"
          align="center"
          maw={320}
          p={16}
          ta="center"
          gap={8}
          role="status"
        >
          {state !== 'starting' && <IconCameraOff size={24} stroke={1.5} aria-hidden />}
          {words[state]}
        </Stack>
      )}
    </div>
  )
}

/** The camera state. In the last three states there is no picture. */
export type CameraState = 'starting' | 'on' | 'refused' | 'missing' | 'insecure'

const everyMs = 150
const awayMs = 2_500

function toCameraState(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'missing'
}

/**
 * Shows the rear camera in `video` while the component is mounted, and reports each QR code that
 * appears in the picture.
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onCode: (code: string) => void,
): CameraState {
  const [state, setState] = useState<CameraState>('starting')
  const hand = useEffectEvent(onCode)
  useEffect(() => {
    const ended = new AbortController()
    void watch(video, ended.signal, hand, setState).catch((error: unknown) => {
      if (!ended.signal.aborted) setState(toCameraState(error))
    })
    return () => ended.abort()
  }, [video])
  return state
}

async function watch(
  video: RefObject<HTMLVideoElement | null>,
  ended: AbortSignal,
  onCode: (code: string) => void,
  show: (state: CameraState) => void,
): Promise<void> {
  // Browsers hide the camera API on pages without HTTPS.
  if (!('mediaDevices' in navigator)) return show('insecure')
  const picture = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
  const [stream, detector] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: picture }),
    createCodeDetector(),
  ])
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  const screen = video.current
  if (ended.aborted || screen === null) return stop()
  ended.addEventListener('abort', stop, { once: true })
  screen.srcObject = stream
  await screen.play()
  show('on')
  const isNew = createNewCode(awayMs)
  while (!ended.aborted) {
    const [found] = await detector.detect(screen).catch(() => [])
    if (found !== undefined && !ended.aborted && isNew(found.rawValue, performance.now()))
      onCode(found.rawValue)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
