/** The part of the Shape Detection API that the check-in uses. */
export interface CodeDetector {
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
export async function createCodeDetector(): Promise<CodeDetector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeDetector }
  if (Native !== undefined && (await supported(Native)).includes('qr_code')) {
    return new Native({ formats: [...formats] })
  }
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: [...formats] })
}
