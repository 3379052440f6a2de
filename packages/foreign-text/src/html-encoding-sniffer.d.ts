declare module 'html-encoding-sniffer' {
  /** The name of the encoding of HTML bytes. */
  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: {
      transportLayerEncodingLabel?: string
      defaultEncoding?: string
      maxPrescanBytes?: number
      xml?: boolean
    },
  ): string
}
