import { toast } from '../feedback/toast.tsx'

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done)
  } catch {
    toast('The browser does not allow copying here: select the text and copy it', { tone: 'bad' })
  }
}
