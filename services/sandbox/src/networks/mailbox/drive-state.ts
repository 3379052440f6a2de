import { randomBytes } from 'node:crypto'
import type { Paging } from '../../pages/network-page.ts'

export interface SandboxFile {
  id: string
  name: string
  mimeType: string
  /** Empty for a folder. */
  bytes: Uint8Array
  parents: string[]
  modifiedTime: string
  trashed: boolean
  /** The id of a shortcut's target file. */
  target?: string
}

/** The files of everybody who can sign in. */
export interface DriveState {
  drives: Map<string, Map<string, SandboxFile>>
  paging: Paging
}

export const ownKind = 'application/vnd.google-apps.'
export const folderKind = `${ownKind}folder`

export const createDriveState = (): DriveState => ({ drives: new Map(), paging: 'normal' })

/** Returns a user's files. Creates them on first use. */
export function openDrive(state: DriveState, userId: string): Map<string, SandboxFile> {
  const existing = state.drives.get(userId)
  if (existing !== undefined) return existing
  const drive = new Map<string, SandboxFile>()
  state.drives.set(userId, drive)
  return drive
}

/** Adds a file, or replaces the one with its id. */
export function putFile(
  drive: Map<string, SandboxFile>,
  file: Partial<SandboxFile> & { name: string; mimeType: string },
): SandboxFile {
  const id = file.id ?? randomBytes(16).toString('hex')
  const stored: SandboxFile = {
    bytes: new Uint8Array(),
    parents: ['root'],
    trashed: false,
    modifiedTime: new Date().toISOString(),
    ...file,
    id,
  }
  drive.set(id, stored)
  return stored
}
